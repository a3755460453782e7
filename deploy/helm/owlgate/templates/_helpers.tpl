{{- define "owlgate.name" -}}
{{- printf "%s" .Release.Name | trunc 53 | trimSuffix "-" -}}
{{- end -}}

{{- define "owlgate.selector" -}}
app.kubernetes.io/name: owlgate
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "owlgate.labels" -}}
{{ include "owlgate.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{- define "owlgate.image" -}}
{{- $tag := default .Chart.AppVersion .Values.image.tag -}}
{{- .Values.image.repository }}{{ if hasPrefix "sha256:" $tag }}@{{ else }}:{{ end }}{{ $tag }}
{{- end -}}

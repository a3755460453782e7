/**
 * Editor with highlighting, completion and marks of errors. It stands in a shadow root, where its styles are constructed
 * style sheets: the policy of the page forbids inline ones.
 */
import { autocompletion, completionKeymap, type CompletionSource } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, HighlightStyle, indentUnit, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef } from 'preact/hooks';
import { tokenizer, type Syntax } from '../logic/tokens';

/** Place of an error in a text, from 1. */
export interface Mark {
  readonly line: number;
  readonly column?: number | undefined;
  readonly message: string;
  readonly severity?: 'error' | 'warning';
}

export interface EditorProps {
  /** Text to begin with. Another object replaces what has been typed; it is not changed by typing. */
  readonly start: { readonly text: string };
  readonly syntax: Syntax;
  readonly label: string;
  readonly marks?: readonly Mark[];
  readonly complete?: CompletionSource | undefined;
  readonly onText: (text: string) => void;
  /** Ctrl or ⌘ with Enter. */
  readonly onRun?: () => void;
}

const COLORS = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--accent)', fontWeight: '600' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: tags.comment, color: 'var(--quiet)', fontStyle: 'italic' },
  { tag: tags.variableName, color: 'var(--inferred)' },
  { tag: tags.number, color: 'var(--inferred)' },
]);

const THEME = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'var(--back)', fontSize: '14px' },
  '.cm-scroller': { fontFamily: 'ui-monospace, monospace' },
  '.cm-gutters': { backgroundColor: 'var(--panel)', color: 'var(--quiet)', border: 'none' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--accent-back) !important' },
  // The images that these have by default are addresses of data.
  '.cm-lintRange': { backgroundImage: 'none !important', textDecoration: 'underline wavy var(--bad)' },
  '.cm-lint-marker': {
    content: 'none !important',
    borderRadius: '50%',
    backgroundColor: 'var(--bad)',
    width: '0.7em',
    height: '0.7em',
  },
  '.cm-tooltip': { backgroundColor: 'var(--panel)', color: 'var(--text)', border: '1px solid var(--line)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--on-accent)' },
});

const NO_MARKS: readonly Mark[] = [];

export function Editor(props: EditorProps) {
  const { start, syntax, label, marks = NO_MARKS } = props;
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const language = useRef(new Compartment());

  useEffect(() => {
    const root = box.current!.shadowRoot ?? box.current!.attachShadow({ mode: 'open' });
    const run = (): boolean => {
      latest.current.onRun?.();
      return latest.current.onRun !== undefined;
    };
    const extensions: Extension[] = [
      lineNumbers(),
      history(),
      drawSelection(),
      bracketMatching(),
      lintGutter(),
      indentUnit.of('  '),
      autocompletion({ override: [(context) => latest.current.complete?.(context) ?? null] }),
      keymap.of([
        { key: 'Mod-Enter', run, preventDefault: true },
        ...completionKeymap,
        ...defaultKeymap,
        ...historyKeymap,
      ]),
      // Tab is the page's: an editor must be no trap for the keyboard (WCAG 2.1.2).
      syntaxHighlighting(COLORS),
      THEME,
      language.current.of(StreamLanguage.define(tokenizer(syntax))),
      EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false' }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) latest.current.onText(update.state.doc.toString());
      }),
    ];
    const editor = new EditorView({ state: EditorState.create({ doc: start.text, extensions }), parent: root, root });
    // Scrolled by the keyboard as well.
    editor.scrollDOM.tabIndex = 0;
    view.current = editor;
    return () => editor.destroy();
  }, []);
  useEffect(() => {
    const editor = view.current!;
    if (editor.state.doc.toString() === start.text) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: start.text } });
  }, [start]);
  useEffect(() => {
    view.current!.dispatch({ effects: language.current.reconfigure(StreamLanguage.define(tokenizer(syntax))) });
  }, [syntax]);
  useEffect(() => {
    const { state } = view.current!;
    const diagnostics = marks.flatMap((mark) => diagnostic(state, mark));
    const [first] = diagnostics;
    view.current!.dispatch(setDiagnostics(state, diagnostics));
    if (first) view.current!.dispatch({ effects: EditorView.scrollIntoView(first.from, { y: 'center' }) });
  }, [marks]);
  return <div ref={box} class="editor" />;
}

function diagnostic({ doc }: EditorState, { line, column = 1, message, severity = 'error' }: Mark): Diagnostic[] {
  if (line < 1 || line > doc.lines) return [];
  const { from, to } = doc.line(line);
  // At least a character, so that there is something to see.
  const start = Math.max(from, Math.min(to - 1, from + column - 1));
  // A text, not markup.
  const renderMessage = (): Text => document.createTextNode(message);
  return [{ from: start, to: Math.max(start, to), severity, message, renderMessage }];
}

export default Editor;

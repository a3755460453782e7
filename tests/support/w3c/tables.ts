/** The rules of OWL 2 RL/RDF (OWL 2 Profiles, section 4.3), table by table. */
const names = (text: string): readonly string[] => text.trim().split(/\s+/);

export const RULE_TABLES: ReadonlyMap<string, readonly string[]> = new Map([
  ['Table 4: equality', names('eq-ref eq-sym eq-trans eq-rep-s eq-rep-p eq-rep-o eq-diff1 eq-diff2 eq-diff3')],
  [
    'Table 5: properties',
    names(`prp-ap prp-dom prp-rng prp-fp prp-ifp prp-irp prp-symp prp-asyp prp-trp prp-spo1 prp-spo2 prp-eqp1 prp-eqp2
      prp-pdw prp-adp prp-inv1 prp-inv2 prp-key prp-npa1 prp-npa2`),
  ],
  [
    'Table 6: classes',
    names(`cls-thing cls-nothing1 cls-nothing2 cls-int1 cls-int2 cls-uni cls-com cls-svf1 cls-svf2 cls-avf cls-hv1
      cls-hv2 cls-maxc1 cls-maxc2 cls-maxqc1 cls-maxqc2 cls-maxqc3 cls-maxqc4 cls-oo`),
  ],
  ['Table 7: class axioms', names('cax-sco cax-eqc1 cax-eqc2 cax-dw cax-adc')],
  ['Table 8: datatypes', names('dt-type1 dt-type2 dt-eq dt-diff dt-not-type')],
  [
    'Table 9: schema',
    names(`scm-cls scm-sco scm-eqc1 scm-eqc2 scm-op scm-dp scm-spo scm-eqp1 scm-eqp2 scm-dom1 scm-dom2 scm-rng1 scm-rng2
      scm-hv scm-svf1 scm-svf2 scm-avf1 scm-avf2 scm-int scm-uni`),
  ],
]);

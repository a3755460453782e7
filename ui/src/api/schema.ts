/** Types of owlgate's own routes, made by `npm run docs` from the source of `GET /openapi.json`. */

export type Warning = {
  code: string;
  message: string;
  line?: number;
  column?: number;
  document?: string;
  count?: number;
  examples?: {
    text: string;
    line?: number;
    column?: number;
    document?: string;
  }[];
};

export type Fact = {
  subject: string;
  predicate: string;
  object: string;
};

export type Materialization = {
  nodes: number;
  inferred: number;
  retracted: number;
  violations: {
    message: string;
    entity: string;
  }[];
  violationCount: number;
  interrupted?: string;
};

export type OntologyReport = {
  status: 'success' | 'valid';
  message: string;
  classes: number;
  objectProperties: number;
  dataProperties: number;
  compiledSchema: string;
  graphqlSchema?: string;
  version?: number;
  profile: 'strict' | 'lenient';
  warnings: Warning[];
  diff?: Record<string, unknown>;
  materialization?: Materialization;
  unknownTypes?: {
    type: string;
    nodes: number;
  }[];
};

export type Ontology = {
  version: number;
  profile: 'strict' | 'lenient';
  loadedAt: string;
  checksum: string;
  mediaType: string;
  source: string;
  imports: {
    iris: string[];
    name?: string;
    mediaType: string;
    source: string;
  }[];
};

export type Class = {
  iri: string;
  fullIri: string;
  label?: string;
  superClasses: string[];
  subClasses: string[];
  directSuperClasses: string[];
  directSubClasses: string[];
  equivalentClasses: string[];
  comment?: string;
  disjointWith?: string[];
  assertedDisjointWith?: string[];
  properties?: Property[];
};

export type Terms = {
  version: number;
  classes: {
    iri: string;
    fullIri: string;
    labels: Record<string, string>;
    directSuperClasses: string[];
    equivalentClasses?: string[];
    isUnsatisfiable?: true;
  }[];
  properties: {
    iri: string;
    fullIri: string;
    labels: Record<string, string>;
    type: 'ObjectProperty' | 'DataProperty';
  }[];
};

export type Property = {
  iri: string;
  fullIri: string;
  label?: string;
  type: 'ObjectProperty' | 'DataProperty';
  domain?: string[];
  domainIsUnion?: true;
  range: string[];
  rangeIsUnion?: true;
  isFunctional: boolean;
  inverseOf?: string[];
  inherited: boolean;
};

export type Explanation = {
  fact: Fact;
  state: 'asserted' | 'inferred';
  complete: boolean;
  proofs: {
    steps: number;
    proof: Proof;
  }[];
  nodes: Record<string, string>;
  note?: string;
};

export type Axiom = {
  text: string;
  line?: number;
  column?: number;
  document?: string;
};

export type Rule = {
  name?: string;
  says: string;
  axiom?: Axiom;
};

export type Proof = {
  fact: Fact;
  kind: 'asserted' | 'inferred';
  rule?: Rule;
  axiom?: Axiom;
  premises?: Proof[];
  id?: number;
  see?: number;
  fromThisWrite?: true;
};

export type Violations = {
  version: number;
  violations: {
    message: string;
    code: string;
    entity: string;
    rule: string;
    facts: Fact[];
    explanation?: {
      rule: Rule;
      premises: Proof[];
    };
    repairs?: {
      complete: boolean;
      sets: Repair[];
    };
  }[];
  truncated?: string[];
  next?: string;
};

export type Repair = {
  facts: Fact[];
  mutation: string;
  retracted: number;
  examples: Fact[];
  axioms?: Axiom[];
};

export type AccessReport = {
  version: number;
  accessControl: boolean;
  warnings: {
    code: string;
    message: string;
    rule: string;
    from: string;
    to: string;
    groups: string[];
  }[];
};

export type MaterializationStatus = {
  state: 'idle' | 'running' | 'interrupted' | 'failed';
  version: number;
  cause?: 'load' | 'request';
  phase?: 'waiting' | 'retracting' | 'inferring';
  pending?: number;
  reason?: string;
};

export type MaterializationStart = {
  status: 'started' | 'success';
  message: string;
  version: number;
  materialization?: Materialization;
};

export type GraphqlExtension = {
  extension: {
    version: number;
    loadedAt: string;
    sdl: string;
  } | null;
  generated: string | null;
  inForce: string | null;
};

export type GraphqlReport = {
  status: 'success' | 'valid';
  message: string;
  version?: number;
  merged?: boolean;
  warnings?: Warning[];
  graphqlSchema?: string;
};

export type Version = {
  version: number;
  inForce: boolean;
  loadedAt: string;
  by?: string;
  from?: string[];
  message?: string;
  changes?: {
    axiomsAdded: number;
    axiomsRemoved: number;
    classesAdded: number;
    classesRemoved: number;
    propertiesAdded: number;
    propertiesRemoved: number;
  };
  profile: 'strict' | 'lenient';
  checksum: string;
  materialized: boolean;
};

export type PlacedAxiom = {
  axiom: string;
  document?: string;
  line: number;
  column: number;
};

export type OntologyDifference = {
  axioms: {
    added: PlacedAxiom[];
    removed: PlacedAxiom[];
    addedCount: number;
    removedCount: number;
  };
  classes: {
    added: string[];
    removed: string[];
  };
  properties: {
    added: string[];
    removed: string[];
  };
  predicates: {
    added: string[];
    removed: string[];
    changed: {
      name: string;
      before: string;
      after: string;
    }[];
  };
  types: {
    added: string[];
    removed: string[];
    changed: {
      name: string;
      addedFields: string[];
      removedFields: string[];
    }[];
  };
};

export type DocumentReports = {
  documents: {
    source: string;
    status: 'created' | 'replaced' | 'unchanged' | 'failed';
    chunks?: number;
    mentions?: number;
    embedded?: number;
    linked_by_model?: number;
    cost_usd?: number;
    warning?: string;
    error?: Record<string, unknown>;
  }[];
  failed: number;
};

export type DocumentPage = {
  documents: {
    source: string;
    title: string;
    media_type: string;
    metadata: Record<string, unknown>;
    characters: number;
    chunk_count: number;
    embedded?: number;
    loaded_at: string;
  }[];
  next?: string;
};

export type Mention = {
  start: number;
  end: number;
  text: string;
  uids: string[];
  classes: string[];
  by?: string;
};

export type Document = {
  source: string;
  title: string;
  media_type: string;
  metadata: Record<string, unknown>;
  characters: number;
  chunk_count: number;
  embedded?: number;
  loaded_at: string;
  chunks: {
    chunk_index: number;
    start: number;
    end: number;
    heading?: string;
    text: string;
    mentions: Mention[];
  }[];
  next?: string;
};

export type Relinked = {
  chunks: number;
  relinked: number;
  linked_by_model?: number;
  cost_usd?: number;
  warning?: string;
};

export type RetrievalResult = {
  answer: string | null;
  passages: {
    source: string;
    text: string;
    chunk_index?: number;
    score?: number;
  }[];
  trajectory: {
    tool: string;
    arguments: Record<string, unknown>;
    result_summary?: string;
  }[];
  cost_usd: number;
  loops: number;
  module_used: 'naive' | 'owl' | 'arag' | 'aragog';
  metadata: Record<string, unknown>;
};

export type Conversations = {
  conversations: {
    id: string;
    createdAt: string;
    updatedAt: string;
    messages: number;
  }[];
};

export type Messages = {
  conversation: string;
  messages: {
    id: string;
    number: number;
    question: string;
    state: 'running' | 'done' | 'failed';
    createdAt: string;
    result?: RetrievalResult;
    error?: {
      message: string;
      code: string;
    };
  }[];
};

export type Session = {
  version: string;
  ontology: number | null;
  engine: 'embedded' | 'cluster';
  keys: boolean;
  name?: string;
  role: 'read' | 'validate' | 'write' | 'admin';
  administers: boolean;
  accessControl: boolean;
  user?: string;
  guardian: boolean;
};

/** Operations by method and path. */
export interface Operations {
  'GET /ontology': {
    query: {
      version?: number;
    };
    answer: Ontology;
  };
  'POST /ontology': {
    query: {
      validate?: 'true' | 'false';
      profile?: 'strict' | 'lenient';
      names?: 'iri' | 'label';
      data?: 'true' | 'false';
      timeout?: string;
      against?: number;
      message?: string;
      from?: string;
    };
    answer: OntologyReport;
  };
  'GET /ontology/graphql': {
    query: Record<string, undefined>;
    answer: GraphqlExtension;
  };
  'POST /ontology/graphql': {
    query: {
      validate?: 'true' | 'false';
    };
    answer: GraphqlReport;
  };
  'DELETE /ontology/graphql': {
    query: Record<string, undefined>;
    answer: GraphqlReport;
  };
  'GET /ontology/versions': {
    query: {
      limit?: number;
      before?: number;
      format?: 'json' | 'markdown';
    };
    answer: {
      versions: Version[];
      next?: number;
    };
  };
  'GET /ontology/diff': {
    query: {
      from?: number;
      to?: number;
      format?: 'json' | 'text';
    };
    answer: {
      from: number | null;
      to: number;
      diff: OntologyDifference;
    };
  };
  'GET /ontology/blame': {
    query: {
      term: string;
    };
    answer: {
      term: string;
      version: number;
      oldest: number;
      axioms: {
        axiom: string;
        document?: string;
        line: number;
        column: number;
        version: number;
        loadedAt: string;
        by?: string;
        message?: string;
      }[];
    };
  };
  'POST /ontology/rollback': {
    query: {
      version: number;
      validate?: 'true' | 'false';
      data?: 'true' | 'false';
      timeout?: string;
      against?: number;
      message?: string;
    };
    answer: OntologyReport;
  };
  'GET /ontology/docs': {
    query: {
      version?: number;
    };
    answer: unknown;
  };
  'GET /ontology/access': {
    query: Record<string, undefined>;
    answer: AccessReport;
  };
  'GET /ontology/introspect': {
    query: {
      class?: string;
      subclasses?: string;
      superclasses?: string;
      lang?: string;
      transitive?: 'true' | 'false';
    };
    answer: Class[] | Class | string[];
  };
  'GET /ontology/terms': {
    query: Record<string, undefined>;
    answer: Terms;
  };
  'GET /ontology/explain': {
    query: {
      subject: string;
      predicate: string;
      object: string;
      max?: number;
    };
    answer: Explanation;
  };
  'GET /ontology/violations': {
    query: {
      first?: number;
      after?: string;
      repairs?: 'true' | 'false';
    };
    answer: Violations;
  };
  'POST /ontology/materialize': {
    query: {
      wait?: 'true' | 'false';
    };
    answer: MaterializationStart;
  };
  'GET /ontology/materialization': {
    query: Record<string, undefined>;
    answer: MaterializationStatus;
  };
  'GET /export': {
    query: {
      format?: 'turtle' | 'trig' | 'ntriples' | 'nquads' | 'jsonld';
      facts?: 'asserted' | 'inferred' | 'all';
      class?: string;
      query?: string;
      declarations?: 'true' | 'false';
    };
    answer: unknown;
  };
  'POST /import': {
    query: {
      id?: string;
      digest?: string;
      name?: string;
      base?: string;
      onContradiction?: 'stop' | 'skip' | 'collect';
      graphs?: string;
      dryRun?: 'true' | 'false';
    };
    answer: {
      id: string;
      state: 'running' | 'done' | 'stopped' | 'interrupted';
      stated: number;
      inferred: number;
      retracted: number;
      refused: number;
      resumed: number;
      dryRun: boolean;
      seconds: number;
      refusals: {
        source: string;
        line: number;
        node: string;
        reasons: string[];
        statements: number;
      }[];
      refusedNodes: number;
      unknown: {
        classes: Record<string, number>;
        properties: Record<string, number>;
        datatypes: Record<string, number>;
        rounded: Record<string, number>;
      };
      inGraphs: number;
      warnings: string[];
      error?: string;
    };
  };
  'GET /import/:id': {
    path: { id: string; };
    query: Record<string, undefined>;
    answer: {
      id: string;
      state: 'running' | 'done' | 'stopped' | 'interrupted';
      stated: number;
      inferred: number;
      retracted: number;
      refused: number;
      resumed: number;
      dryRun: boolean;
      seconds: number;
      refusals: {
        source: string;
        line: number;
        node: string;
        reasons: string[];
        statements: number;
      }[];
      refusedNodes: number;
      unknown: {
        classes: Record<string, number>;
        properties: Record<string, number>;
        datatypes: Record<string, number>;
        rounded: Record<string, number>;
      };
      inGraphs: number;
      warnings: string[];
      error?: string;
    };
  };
  'GET /api/v1/databases/:id/documents': {
    path: { id: string; };
    query: {
      source?: string;
      first?: number;
      after?: string;
    };
    answer: DocumentPage | Document;
  };
  'POST /api/v1/databases/:id/documents': {
    path: { id: string; };
    query: {
      source?: string;
      title?: string;
      metadata?: string;
    };
    answer: DocumentReports;
  };
  'DELETE /api/v1/databases/:id/documents': {
    path: { id: string; };
    query: {
      source: string;
    };
    answer: {
      source: string;
      status: 'removed';
    };
  };
  'POST /api/v1/databases/:id/documents/relink': {
    path: { id: string; };
    query: Record<string, undefined>;
    answer: Relinked;
  };
  'POST /api/v1/databases/:id/retrieve': {
    path: { id: string; };
    query: Record<string, undefined>;
    answer: RetrievalResult;
  };
  'GET /api/v1/databases/:id/chat/conversations': {
    path: { id: string; };
    query: {
      first?: number;
      offset?: number;
      owner?: string;
    };
    answer: Conversations;
  };
  'DELETE /api/v1/databases/:id/chat/conversations/:conversation': {
    path: { id: string; conversation: string; };
    query: {
      owner?: string;
    };
    answer: unknown;
  };
  'GET /api/v1/databases/:id/chat/conversations/:conversation/messages': {
    path: { id: string; conversation: string; };
    query: {
      owner?: string;
    };
    answer: Messages;
  };
  'POST /api/v1/databases/:id/chat/conversations/:conversation/messages': {
    path: { id: string; conversation: string; };
    query: Record<string, undefined>;
    answer: unknown;
  };
  'GET /api/v1/databases/:id/chat/conversations/:conversation/messages/:message/events': {
    path: { id: string; conversation: string; message: string; };
    query: {
      owner?: string;
    };
    answer: unknown;
  };
  'POST /mcp': {
    query: Record<string, undefined>;
    answer: Record<string, unknown>;
  };
  'GET /openapi.json': {
    query: Record<string, undefined>;
    answer: Record<string, unknown>;
  };
  'GET /': {
    query: Record<string, undefined>;
    answer: {
      name: string;
      version: string;
      about: string;
      links: Record<string, unknown>;
    };
  };
  'GET /livez': {
    query: Record<string, undefined>;
    answer: {
      status: string;
    };
  };
  'GET /readyz': {
    query: Record<string, undefined>;
    answer: {
      status: 'ready' | 'not ready';
      checks: {
        engine: {
          ok: boolean;
          reason?: string;
        };
        materialization: {
          ok: boolean;
          reason?: string;
        };
        disk: {
          ok: boolean;
          reason?: string;
        };
      };
      ontology: number | null;
    };
  };
  'GET /metrics': {
    query: Record<string, undefined>;
    answer: unknown;
  };
  'GET /ui': {
    query: Record<string, undefined>;
    answer: unknown;
  };
  'GET /ui/': {
    query: Record<string, undefined>;
    answer: unknown;
  };
  'GET /ui/assets/:file': {
    path: { file: string; };
    query: Record<string, undefined>;
    answer: unknown;
  };
  'GET /ui/session': {
    query: Record<string, undefined>;
    answer: Session;
  };
}

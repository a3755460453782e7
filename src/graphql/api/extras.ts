/** Parts of every generated schema: scalars, inputs of filters, geometry, and directives (Dgraph v25.4). */

const range = (type: string): string => `input ${type}Range {
	min: ${type}!
	max: ${type}!
}
`;

const compared = (type: string): string => `input ${type}Filter {
	eq: ${type}
	in: [${type}]
	le: ${type}
	lt: ${type}
	ge: ${type}
	gt: ${type}
	between: ${type}Range
}
`;

const INPUTS = `
"""A whole number of 64 bits, from -(2^63) to 2^63 - 1."""
scalar Int64

"""A date and time as RFC 3339 has it, "1985-04-12T23:20:50.52Z" for example."""
scalar DateTime

${['Int', 'Float', 'Int64', 'DateTime', 'String'].map(range).join('\n')}
enum DgraphIndex {
	int
	int64
	float
	bool
	hash
	exact
	term
	fulltext
	trigram
	regexp
	year
	month
	day
	hour
	geo
	hnsw
}

input AuthRule {
	and: [AuthRule]
	or: [AuthRule]
	not: AuthRule
	rule: String
}

enum HTTPMethod {
	GET
	POST
	PUT
	PATCH
	DELETE
}

enum Mode {
	BATCH
	SINGLE
}

input CustomHTTP {
	url: String!
	method: HTTPMethod!
	body: String
	graphql: String
	mode: Mode
	forwardHeaders: [String!]
	secretHeaders: [String!]
	introspectionHeaders: [String!]
	skipIntrospection: Boolean
}

input DgraphDefault {
	value: String
}

type Point {
	longitude: Float!
	latitude: Float!
}

input PointRef {
	longitude: Float!
	latitude: Float!
}

input NearFilter {
	distance: Float!
	coordinate: PointRef!
}

input PointGeoFilter {
	near: NearFilter
	within: WithinFilter
}

type PointList {
	points: [Point!]!
}

input PointListRef {
	points: [PointRef!]!
}

type Polygon {
	coordinates: [PointList!]!
}

input PolygonRef {
	coordinates: [PointListRef!]!
}

type MultiPolygon {
	polygons: [Polygon!]!
}

input MultiPolygonRef {
	polygons: [PolygonRef!]!
}

input WithinFilter {
	polygon: PolygonRef!
}

input ContainsFilter {
	point: PointRef
	polygon: PolygonRef
}

input IntersectsFilter {
	polygon: PolygonRef
	multiPolygon: MultiPolygonRef
}

input PolygonGeoFilter {
	near: NearFilter
	within: WithinFilter
	contains: ContainsFilter
	intersects: IntersectsFilter
}

input GenerateQueryParams {
	get: Boolean
	query: Boolean
	password: Boolean
	aggregate: Boolean
}

input GenerateMutationParams {
	add: Boolean
	update: Boolean
	delete: Boolean
}
`;

const DIRECTIVES = `
directive @hasInverse(field: String!) on FIELD_DEFINITION
directive @search(by: [String!]) on FIELD_DEFINITION
directive @embedding on FIELD_DEFINITION
directive @dgraph(type: String, pred: String) on OBJECT | INTERFACE | FIELD_DEFINITION
directive @id(interface: Boolean) on FIELD_DEFINITION
directive @default(add: DgraphDefault, update: DgraphDefault) on FIELD_DEFINITION
directive @withSubscription on OBJECT | INTERFACE | FIELD_DEFINITION
directive @secret(field: String!, pred: String) on OBJECT | INTERFACE
directive @auth(password: AuthRule, query: AuthRule, add: AuthRule, update: AuthRule, delete: AuthRule) on OBJECT | INTERFACE
directive @custom(http: CustomHTTP, dql: String) on FIELD_DEFINITION
directive @remote on OBJECT | INTERFACE | UNION | INPUT_OBJECT | ENUM
directive @remoteResponse(name: String) on FIELD_DEFINITION
directive @cascade(fields: [String]) on FIELD
directive @lambda on FIELD_DEFINITION
directive @lambdaOnMutate(add: Boolean, update: Boolean, delete: Boolean) on OBJECT | INTERFACE
directive @cacheControl(maxAge: Int!) on QUERY
directive @generate(query: GenerateQueryParams, mutation: GenerateMutationParams, subscription: Boolean) on OBJECT | INTERFACE
`;

const FILTERS = `
${['Int', 'Int64', 'Float', 'DateTime'].map(compared).join('\n')}
input StringTermFilter {
	allofterms: String
	anyofterms: String
}

input StringRegExpFilter {
	regexp: String
}

input StringNgramFilter {
	ngram: String
}

input StringFullTextFilter {
	alloftext: String
	anyoftext: String
}

${compared('String').replace('StringFilter', 'StringExactFilter')}
input StringHashFilter {
	eq: String
	in: [String]
}
`;

export const EXTRAS = INPUTS + DIRECTIVES + FILTERS;

export const EXTRA_NAMES: ReadonlySet<string> = new Set(
  [...EXTRAS.matchAll(/^(?:input|type|enum|scalar) (\w+)/gm)].map(([, name]) => name!),
);

/** Fields of the filters in `EXTRAS`, merged for a field with several. */
export const FILTER_FIELDS: Readonly<Record<string, readonly (readonly [name: string, type: string])[]>> = {
  StringTermFilter: [
    ['allofterms', 'String'],
    ['anyofterms', 'String'],
  ],
  StringRegExpFilter: [['regexp', 'String']],
  StringNgramFilter: [['ngram', 'String']],
  StringFullTextFilter: [
    ['alloftext', 'String'],
    ['anyoftext', 'String'],
  ],
  StringExactFilter: [
    ['eq', 'String'],
    ['in', '[String]'],
    ['le', 'String'],
    ['lt', 'String'],
    ['ge', 'String'],
    ['gt', 'String'],
    ['between', 'StringRange'],
  ],
  StringHashFilter: [
    ['eq', 'String'],
    ['in', '[String]'],
  ],
};

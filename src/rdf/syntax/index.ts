/** Names of syntaxes: media types and file extensions, without the parsers. */
export { FILE_EXTENSIONS, RDF_MEDIA_TYPES, SYNTAXES, syntaxOfContentType, syntaxOfFileName } from './media-type';

/** API keys and roles, for commands that write a file of keys without a server. */
export {
  digestOf,
  isInline,
  isName,
  KeySyntaxError,
  makeKey,
  parseKeys,
  parseQuota,
  printLine,
  printQuota,
  type ApiKey,
} from './keys';
export { ROLES, type Role } from './roles';

/** Files that the build includes as texts. */
declare module '*?raw' {
  const text: string;
  export default text;
}

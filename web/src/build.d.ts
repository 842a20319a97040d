// Names that tools/bundle fills in: a file that names another is built after it.
declare const ENGINE_FILE: string;
declare const ENGINE_BYTES: number;
/** Bytes of the engine as a good host serves it: packed with brotli. */
declare const ENGINE_SERVED: number;
declare const ENGINE_SHA256: string;
declare const WORKER_FILE: string;
declare const DIALOG_FILE: string;

declare module '*.css' {
  const text: string;
  export default text;
}

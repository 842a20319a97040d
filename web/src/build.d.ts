// build answers: which names stand for what is known only when tools/bundle builds?
//
// Before: web/src. After: tools/bundle fills them in; a file that names another is built after it.

declare const ENGINE_FILE: string;
declare const ENGINE_BYTES: number;
/** Bytes of the engine as a good host serves it: packed with brotli. */
declare const ENGINE_SERVED: number;
/** The first half of it in hexadecimal, as for the files of an index. */
declare const ENGINE_SHA256: string;
declare const WORKER_FILE: string;
declare const WORKER_SHA256: string;
declare const DIALOG_FILE: string;

declare module '*.css' {
  const text: string;
  export default text;
}

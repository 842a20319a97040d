// problem answers: what went wrong, with which file, and which sentence does the reader get?
//
// A problem is an Error with a code. The code picks the sentence in words/, the file and the text
// say the rest. Bundles are separate and workers copy by value, so a problem is recognised by its
// fields and never by its class.
//
// Before: a failed fetch, compile or call. After: words/ and the dialog's error state.

/** Every way in which a search can fail. */
export type Code =
  | 'missing'      // the server has no such file
  | 'hash'         // the bytes are not the ones that the manifest promised
  | 'corrupt'      // the file cannot be decoded
  | 'foreign'      // the file belongs to another index or to something else
  | 'version'      // index and engine are of different versions
  | 'blocked'      // a security policy forbids WebAssembly, the worker or the request
  | 'unsupported'  // the browser lacks something that the engine needs
  | 'offline'      // no answer from the network, or one that was cut
  | 'timeout'      // the network has brought nothing for too long
  | 'server'       // the server answered with an error
  | 'internal'     // the engine failed; a fresh one takes the next question
  | 'cancelled';   // a newer question took this one's place

/** What a problem looks like once it has crossed a worker's border. */
export interface Problem {
  code: Code;
  file: string;
  text: string;
}

/** True if what fails may be had another time, or in another page, and what is here goes on. */
export function isPassing({ code }: Problem): boolean {
  return code === 'offline' || code === 'timeout' || code === 'version';
}

/** A problem as an Error, to be thrown. */
export type PagesideError = Error & Problem;

export function problem(code: Code, file: string, text: string): PagesideError {
  const error = new Error(`pageside: ${code}: ${file}${file && ': '}${text}`);
  return Object.assign(error, { name: 'PagesideError', code, file, text });
}

/** The problem inside anything that was thrown. */
export function asProblem(thrown: unknown, file = ''): Problem {
  const error = thrown as Partial<PagesideError> | null;
  if (error && typeof error.code === 'string' && typeof error.file === 'string') {
    return { code: error.code, file: error.file, text: error.text ?? '' };
  }
  return { code: 'internal', file, text: String(error?.message ?? thrown) };
}

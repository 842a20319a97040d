// boot answers: what can start before any other script has arrived?
//
// The two files that every search needs, in parallel: the manifest and the engine. This module is
// part of the trigger, so it only sends requests; files.ts reads what comes back.
//
// Before: the reader's first sign of interest. After: client.ts.

/** The first two files on their way. */
export interface Boot {
  manifest: Promise<Response>;
  engine: Promise<Response>;
  /** Gives both up. */
  stop: AbortController;
}

export const manifestFile = 'manifest.bin';

/** Sends both requests; a failure waits in its promise until somebody asks. */
export function boot(base: URL): Boot {
  const stop = new AbortController();
  const send = (file: string) => {
    const response = fetch(new URL(file, base), { signal: stop.signal });
    response.catch(() => {});
    return response;
  };
  return { manifest: send(manifestFile), engine: send(ENGINE_FILE), stop };
}

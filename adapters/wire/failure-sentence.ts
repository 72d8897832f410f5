import { codeOf } from '../node/code-of.js'
import { messageOf } from '../node/message-of.js'

/** Why a Pod cannot serve a socket, for a person: what was wrong, where, what to do. */
export const servingSentence = (error: unknown, path: string): string =>
  sentenceFrom({ ...common, ...serving }, error, path)

/** Why a Pod cannot be reached, for a person: what was wrong, where, what to do. */
export const callingSentence = (error: unknown, path: string): string =>
  sentenceFrom({ ...common, ...calling }, error, path)

/** The sentence about a path that does not fit; Node would cut it off and use another one. */
export const tooLongSentence = (path: string, bytesMax: number): string =>
  `The socket path ${path} has ${Buffer.byteLength(path)} bytes, at most ${bytesMax} are allowed; ` +
  'take a shorter Pod name, or set YOI_HOME or XDG_RUNTIME_DIR to a shorter folder.'

/** The sentence about a socket that a living process serves. */
export const inUseSentence = (path: string): string =>
  `The socket ${path} is in use by another process, as by a Pod of the same name of another yoi ` +
  'home: take another Pod name, or set YOI_HOME or XDG_RUNTIME_DIR to a folder of your own.'

type Sentences = { readonly [code: string]: (path: string) => string }

const sentenceFrom = (sentences: Sentences, error: unknown, path: string): string => {
  const sentence = sentences[codeOf(error) ?? '']
  return sentence?.(path) ?? `The socket ${path} failed: ${messageOf(error)}.`
}

const common: Sentences = {
  EACCES: (path) =>
    `The socket ${path} is closed to you; check the owner and the mode of its folder.`,
  EPERM: (path) =>
    `The socket ${path} is not yours to use; check the owner and the mode of its folder.`,
  ENOTDIR: (path) =>
    `The socket ${path} cannot exist, since part of its path is a file or a dead link; move that away.`,
  EMFILE: (path) =>
    `The socket ${path} cannot be opened: too many open files in this process (\`ulimit -n\`).`,
  ENFILE: (path) =>
    `The socket ${path} cannot be opened: too many open files on this machine; close some.`,
}

const serving: Sentences = {
  EADDRINUSE: inUseSentence,
  EEXIST: (path) =>
    `Something else was put at the socket path ${path} just now; look at it and try again.`,
  ENOENT: (path) => `The folder of the socket ${path} is missing and cannot be made; make it.`,
  EROFS: (path) =>
    `The socket ${path} lies on a read-only file system; set YOI_HOME or XDG_RUNTIME_DIR.`,
  ENOSPC: (path) => `There is no space left to make the socket ${path}; free some and try again.`,
}

const calling: Sentences = {
  ENOENT: (path) => `There is no socket ${path}; the Pod does not run (see \`yoi pods\`).`,
  ECONNREFUSED: (path) =>
    `Nobody listens on the socket ${path}; the Pod that made it has died. Go on with its session: yoi -r.`,
  EAGAIN: (path) =>
    `The Pod on the socket ${path} takes no new client; it may be suspended, try again later.`,
  ECONNRESET: (path) => `The Pod on the socket ${path} broke the connection off.`,
  EPIPE: (path) => `The Pod on the socket ${path} closed the connection.`,
}

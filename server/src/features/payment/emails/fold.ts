/** How long an e-mail waits for what else the same action does, so that one e-mail tells all of it. */
export const FOLD_MS = 15_000

import type { Limit } from '#server/lib/rate-limit.ts'

/** A registration needs one file, or a few; making a picture anew costs much. */
export const ANSWER_FILES_BY_USER: Limit = { name: 'answer-file-user', points: 30, perSeconds: 3600 }

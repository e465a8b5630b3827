import type { Limit } from '#server/lib/rate-limit.ts'

/** Making a picture in all its sizes is the dearest thing anybody may ask for. */
export const UPLOADS_BY_USER: Limit = { name: 'upload-user', points: 60, perSeconds: 600 }

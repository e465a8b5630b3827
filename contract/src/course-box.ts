/** The drawings of a course have these sizes, in units of their own. Apart from `course.ts`, because public pages run without zod. */
export const MAP_BOX = { width: 1000, height: 560 } as const
export const PROFILE_BOX = { width: 1000, height: 200 } as const

import { z } from 'zod'
import { Course } from '../event/course.ts'
import { defineRoute } from '../route.ts'
import { ORGANIZER } from './organizer-events.ts'

/** The purpose determines the sizes in which an image is stored. */
export const UPLOAD_PURPOSES = [
  'cover',
  'event',
  'product',
  'route',
  'course',
  'regulation',
  'document',
  'logo',
] as const
export const uploadFile = defineRoute({
  method: 'POST',
  path: '/organizer/uploads',
  access: ORGANIZER,
  tag: 'Organizador',
  status: 201,
  summary: 'Guarda uma imagem, um PDF ou um percurso em GPX e responde o seu caminho',
  uploads: 'file',
  query: z.object({ purpose: z.enum(UPLOAD_PURPOSES).default('document') }),
  data: z.object({
    path: z.string(),
    /** The drawing of a GPX file. */
    course: Course.nullable(),
  }),
})

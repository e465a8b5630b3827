import { z } from 'zod'
import { Name } from '../fields.ts'
import { defineRoute, Id, IdParams } from '../route.ts'

export const mergeCategories = defineRoute({
  method: 'POST',
  path: '/organizer/events/:id/categories/:categoryId/merge',
  access: { roles: ['Organizador', 'Admin', 'Empresa'], permission: 'edit-event' },
  tag: 'Organizador',
  summary:
    'Une uma categoria a outra da mesma modalidade, antes da prova: as inscrições mudam de categoria, com o mesmo kit e preço, e quem é afetado é avisado',
  params: IdParams.extend({ categoryId: Id }),
  body: z.object({
    into_category_id: Id,
    /** The name of the merged category. */
    name: Name('O campo é obrigatório'),
  }),
  data: z.object({ moved: z.int() }),
})

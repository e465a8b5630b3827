import type { Db } from '#server/lib/db.ts'

interface Choice {
  modalityId: number
  categoryId: number
  kitId: number
  shirtSizeId: number | null
}

/** Null when the item was deleted; the size is also null when none was chosen. */
export interface ChoiceNames {
  modality_name: string | null
  category_name: string | null
  kit_name: string | null
  shirt_size: string | null
}

export const findChoiceNames = (
  db: Db,
  { modalityId, categoryId, kitId, shirtSizeId }: Choice,
): Promise<ChoiceNames> =>
  db
    .selectNoFrom((eb) => [
      eb.selectFrom('modalities').where('id', '=', modalityId).select('name').as('modality_name'),
      eb.selectFrom('categories').where('id', '=', categoryId).select('name').as('category_name'),
      eb.selectFrom('kits').where('id', '=', kitId).select('name').as('kit_name'),
      eb.selectFrom('shirt_sizes').where('id', '=', shirtSizeId).select('name').as('shirt_size'),
    ])
    .executeTakeFirstOrThrow()

import { addDays } from '#contract/dates.ts'
import type { EventInput } from '#contract/organizer-event.ts'

const MODALITIES = 20
const CATEGORIES_EACH = 10
const KITS = 100
const SIZES = ['PP', 'P', 'M', 'G', 'GG']

const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNoaGj4DwAFhAKAjM1mJgAAAABJRU5ErkJggg=='

/** 20 modalities, 200 categories, 100 kits and 500 sizes: larger than any real event. */
export function bigRace(): EventInput {
  const today = new Date().toISOString().slice(0, 10)
  const categoryId = (modality: number, category: number) => -(1_000 + modality * CATEGORIES_EACH + category)
  return {
    title: 'Corrida Grande',
    description: 'Feita para medir o formulário.',
    start_date: addDays(today, -1),
    end_date: addDays(today, 30),
    date_event: addDays(today, 40),
    start_time: '07:00',
    state: 'SP',
    city: 'São Paulo',
    contact_email: 'contato@exemplo.test',
    cover_image: PICTURE,
    event_image: PICTURE,
    is_public: false,
    modalities: Array.from({ length: MODALITIES }, (_, modality) => ({
      modality_id: -(modality + 1),
      modality_name: `${modality + 1} km`,
      categories: Array.from({ length: CATEGORIES_EACH }, (_, category) => ({
        category_id: categoryId(modality, category),
        category_name: `${modality + 1} km, faixa ${category + 1}`,
        vacancy_limit: 500,
      })),
    })),
    products: Array.from({ length: KITS }, (_, kit) => ({
      id: -(10_000 + kit),
      name: `Kit ${kit + 1}`,
      value: '100.00',
      rate_organizer: '10',
      quantity: 500,
      is_increment: true,
      // Two categories each: every one has a kit.
      category_ids: [0, 1].map((n) =>
        categoryId(kit % MODALITIES, Math.floor(kit / MODALITIES) + (n * KITS) / MODALITIES),
      ),
      shirt_sizes: SIZES.map((size) => ({ size, quantity: 100 })),
    })),
    payment_methods: [{ type: 0, status: 1 }],
  }
}

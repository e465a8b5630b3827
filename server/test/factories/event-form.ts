import { randomUUID } from 'node:crypto'
import { addDays, dayIn } from '#contract/dates.ts'
import type { EventInput } from '#contract/event-management/event-document.ts'
import type { Db } from '#server/lib/db.ts'

/** Inserts the row of an uploaded picture and returns its path. Its files do not exist. */
export async function createUpload(db: Db, folder = 'events'): Promise<string> {
  const path = `${folder}/${randomUUID()}.jpg`
  const picture = {
    width: 960,
    height: 540,
    widths: [320],
    placeholder: 'data:image/webp;base64,',
    social: null,
  }
  await db
    .insertInto('uploads')
    .values({
      path,
      purpose: 'event',
      media_type: 'image/jpeg',
      bytes: 1000,
      picture: JSON.stringify(picture),
      created_at: new Date(),
    })
    .execute()
  return path
}

/**
 * The form of a new race in São Paulo: two modalities, three categories, two kits (one for a single category,
 * one for all), sizes, a coupon for one kit, a term, a question and two payment methods. Items have temporary
 * ids.
 */
export async function eventForm(db: Db, changes: Partial<EventInput> = {}): Promise<EventInput> {
  const image = await createUpload(db)
  const today = dayIn('America/Sao_Paulo', new Date())
  return {
    title: 'Corrida da Cidade',
    description: 'Uma corrida pela cidade.',
    start_date: addDays(today, -5),
    end_date: addDays(today, 20),
    date_event: addDays(today, 30),
    start_time: '07:00',
    vacancy_limit: 100,
    state: 'SP',
    city: 'São Paulo',
    contact_email: 'contato@exemplo.test',
    cover_image: image,
    event_image: image,
    modalities: [
      {
        modality_id: -1,
        modality_name: '5 km',
        vacancy_limit: 60,
        categories: [
          { category_id: -10, category_name: '5 km Geral', vacancy_limit: 30 },
          { category_id: -11, category_name: '5 km PCD', vacancy_limit: null },
        ],
      },
      {
        modality_id: -2,
        modality_name: '10 km',
        vacancy_limit: null,
        categories: [
          { category_id: -12, category_name: '10 km Geral', price: '120.00', vacancy_limit: null },
        ],
      },
    ],
    products: [
      {
        id: -20,
        name: 'Kit Completo',
        value: '100.00',
        quantity: 50,
        type_fee: 0,
        rate_organizer: '10.00',
        is_increment: true,
        category_id: -10,
        shirt_sizes: [
          { id: -30, size: 'P', quantity: 20, width_cm: '48,5', length_cm: 68 },
          { id: -31, size: 'M', quantity: 30 },
        ],
      },
      {
        id: -21,
        name: 'Kit Básico',
        value: '60.00',
        quantity: null,
        type_fee: 1,
        rate_organizer: '5.00',
        is_increment: false,
        category_id: null,
        shirt_sizes: [],
      },
    ],
    discount_cupons: [
      { id: -40, code: 'promo10', value: '10.00', type: 0, quantity: 10, product_id: -20, start_date: null },
    ],
    terms: [{ id: -50, name: 'Regulamento', description: 'Li e aceito o regulamento.' }],
    questionnaires: [{ id: -60, description: 'Já correu esta distância?' }],
    payment_methods: [{ type: 0 }, { type: 2 }],
    cancellation_tiers: [
      { id: -70, days_before: 30, refund_rate: '80.00', keeps_fee: true },
      { id: -71, days_before: 7, refund_rate: '50.00', keeps_fee: true },
    ],
    ...changes,
  }
}

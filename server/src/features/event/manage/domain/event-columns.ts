import type { EventDraft } from '#contract/organizer-event.ts'
import type { EventRow } from './document.ts'

type Own =
  | 'id'
  | 'enterprise_id'
  | 'organizer_id'
  | 'slug'
  | 'status'
  | 'stock_level_id'
  | 'version'
  | 'created_at'
  | 'updated_at'

/** What the first step of the editor says, as it is stored. */
export const eventColumns = (
  draft: EventDraft,
  { cityId, timezone }: { cityId: number; timezone: string },
): Omit<EventRow, Own> => ({
  title: draft.title,
  description: draft.description,
  rules: draft.rules,
  registration_starts_on: draft.start_date,
  registration_ends_on: draft.end_date,
  event_on: draft.date_event,
  // As PostgreSQL writes a time, so that an unchanged one is seen to be unchanged.
  start_time: `${draft.start_time}:00`,
  kit_delivery_on: draft.kit_delivery_date,
  city_id: cityId,
  state_code: draft.state,
  country: draft.country,
  timezone,
  contact_email: draft.contact_email,
  cover_path: draft.cover_image,
  image_path: draft.event_image,
  regulation_url: draft.regulation,
  results_url: draft.route,
  disclosure_url: draft.url_disclosure,
  map_url: draft.url_map,
  type: draft.type,
  is_public: draft.is_public,
  buy_photo: draft.buy_photo,
  is_free: draft.is_free,
  accept_terms: draft.accept_terms,
  max_unpaid_per_account: draft.max_unpaid_per_account,
})

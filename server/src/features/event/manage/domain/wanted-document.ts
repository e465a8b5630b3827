import type { EventDraft } from '#contract/organizer-event.ts'
import type { EventDocument, EventRow } from './document.ts'
import { wantedCoupons, wantedKits, wantedModalities } from './wanted-offer.ts'
import { byId, type FreshIds, type Workbench, workbench } from './workbench.ts'

interface Wanted {
  document: EventDocument
  limitFields: Map<number, string>
}

/**
 * The document a draft asks for. Items that are stored keep their ids and stock levels, new ones get fresh ones, and links
 * between them lead to the real ids. The draft has passed `eventProblems` and `storedProblems`.
 */
export function wantedDocument(
  draft: EventDraft,
  event: Omit<EventRow, 'stock_level_id'>,
  stored: EventDocument | null,
  fresh: FreshIds,
): Wanted {
  const bench = workbench(event.id, stored, fresh)
  const limit = { capacity: draft.vacancy_limit, field: 'vacancy_limit' }
  const stock_level_id = bench.levelOf(stored?.event, 'event', limit)
  const { links: categoryLinks, ...modalities } = wantedModalities(bench, draft)
  const { links: kitLinks, ...kits } = wantedKits(bench, draft, categoryLinks)
  const document = {
    event: { ...event, stock_level_id },
    ...modalities,
    ...kits,
    coupons: wantedCoupons(bench, draft, kitLinks),
    terms: wantedTerms(bench, draft),
    questionnaires: draft.questionnaires.map(
      ({ description, attach_file, status, ...question }, position) => ({
        id: bench.idOf('questionnaires', question.id),
        event_id: event.id,
        description,
        attach_file,
        status,
        position,
      }),
    ),
    payment_methods: wantedPaymentMethods(bench, draft),
    stock_levels: bench.levels,
  }
  return { document, limitFields: bench.limitFields }
}

/** A term whose words change becomes its next version: who accepted the old words accepted those. */
function wantedTerms(bench: Workbench, draft: EventDraft): EventDocument['terms'] {
  const stored = byId(bench.stored?.terms)
  return draft.terms.map(({ name, description, status, ...term }, position) => {
    const id = bench.idOf('terms', term.id)
    const old = stored.get(id)
    const sameWords = old?.name === name && old.description === description
    const version = old ? old.version + (sameWords ? 0 : 1) : 1
    return { id, event_id: bench.eventId, name, description, status, version, position }
  })
}

/** There is one of each type, so the type says which is meant, whatever id the draft gives it. */
function wantedPaymentMethods(bench: Workbench, draft: EventDraft): EventDocument['payment_methods'] {
  return draft.payment_methods.map(({ type, status }) => {
    const old = bench.stored?.payment_methods.find((method) => method.type === type)
    return { id: bench.idOf('payment_methods', old?.id), event_id: bench.eventId, type, status }
  })
}

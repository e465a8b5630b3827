import type { MyRegistration } from '#contract/my-registrations/my-registrations.ts'
import type { Bib } from '#web/features/registration/bib/draw-bib.ts'

export const bibOf = ({ event, participant, category }: MyRegistration): Bib => ({
  title: event.title,
  date: event.date_event,
  distance: category.modality,
  firstName: participant.name.split(' ')[0] ?? participant.name,
  placeholder: event.picture?.placeholder || null,
})

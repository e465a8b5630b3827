import type { CSSProperties } from 'react'
import type { PublicEvent } from '#contract/event/event.ts'
import { longDate } from '#web/features/event/date-words.ts'
import { EventPicture } from '#web/features/event/event-picture.tsx'
import { CityLine, TimeLine } from '#web/ui/fact-line.tsx'
import { STEPS } from './draft.ts'
import classes from './wizard-head.module.css'

interface WizardHeadProps {
  event: PublicEvent
  /** Counted from 0; null outside the steps. */
  step: number | null
}

/** On telephones one line with the race and the step, which stays visible. */
export const WizardHead = ({ event, step }: WizardHeadProps) => (
  <header className={classes.head} data-steps={step === null ? undefined : true}>
    <div className={classes.cover} data-cover>
      <EventPicture
        picture={event.cover_picture ?? event.picture}
        path={event.cover_image ?? event.event_image}
        alt=""
        sizes="9rem"
      />
    </div>
    <h1>
      <span className={classes.prefix}>Inscrição para: </span>
      {event.title}
    </h1>
    <div className={classes.facts}>
      <TimeLine>
        {event.date_event ? longDate(event.date_event) : 'Data não informada'}
        {event.start_time && ` · ${event.start_time}`}
      </TimeLine>
      <CityLine city={event.city} state={event.state} />
    </div>
    {step !== null && (
      <p className={classes.count} style={{ '--share': (step + 1) / STEPS.length } as CSSProperties}>
        <span className="sr-only">Etapa </span>
        {step + 1} de {STEPS.length}
        <span className="sr-only">: {STEPS[step]}</span>
      </p>
    )}
  </header>
)

import { deadlineWords } from '#web/features/payment-page/deadline.ts'
import classes from '#web/features/registration/details.module.css'
import { UndoButton } from './undo-button.tsx'

/** A cancellation that its runner may still undo. */
export function UndoSection({ id, until }: { id: number; until: string }) {
  const title = 'undo-title'
  return (
    <section className={classes.section} aria-labelledby={title}>
      <h2 id={title}>Mudou de ideia?</h2>
      <div className={classes.choice}>
        <p>
          Até <time dateTime={until}>{deadlineWords(until)}</time> a inscrição pode valer de novo, se a vaga
          ainda estiver livre.
        </p>
        <UndoButton id={id} until={until} of={title} />
      </div>
    </section>
  )
}

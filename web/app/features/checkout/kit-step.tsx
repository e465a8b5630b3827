import { KitCards } from './kit-cards.tsx'
import { kitsFor } from './offer.ts'
import { OtherKit } from './other-kit.tsx'
import { Questions } from './questions.tsx'
import { SizeChips } from './size-chips.tsx'
import { problemAt, type StepProps } from './step-props.ts'

/** What everybody gets, and what the organizer asks. */
export function KitStep(props: StepProps) {
  const { state, change } = props
  const { draft, event, order } = state
  const [buyer, ...others] = order.participants
  const sizes = buyer?.choice.kit?.shirt_sizes ?? []
  return (
    <>
      <KitCards
        kits={kitsFor(event, draft.choice.category)}
        chosen={draft.choice.kit}
        problem={problemAt(props, 0, 'product_id')}
        onChoose={(id) => change({ type: 'chosen', who: 0, level: 'kit', id })}
      />
      {sizes.length > 0 && (
        <SizeChips
          legend={others.length > 0 ? 'Tamanho da sua camisa' : 'Tamanho da camisa'}
          sizes={sizes}
          chosen={draft.choice.size}
          problem={props.problems.shirt_size_id}
          onChoose={(id) => change({ type: 'chosen', who: 0, level: 'size', id })}
        />
      )}
      {others.map((participant) => (
        <OtherKit key={participant.who} participant={participant} {...props} />
      ))}
      {event.questionnaires.length > 0 && <Questions {...props} />}
    </>
  )
}

import type { RegistrationChange } from '#contract/registration/change.ts'
import { momentWords } from '#web/ui/date-time-words.ts'
import { Facts } from '#web/ui/facts.tsx'
import classes from './details.module.css'
import { PriceLines } from './price-lines.tsx'

/** What a runner chose in a change, and its price line by line. */
export const ChosenChange = ({ change }: { change: RegistrationChange }) => (
  <>
    <Facts
      facts={[
        ['Modalidade', change.modality],
        ['Categoria', change.category],
        ['Kit', change.product],
        ['Camisa', change.shirt_size],
      ]}
    />
    <PriceLines lines={change.price_lines} total={change.value} minor />
  </>
)

/** The changes that were made, latest first. */
export const ChangeList = ({ changes }: { changes: readonly RegistrationChange[] }) => (
  <ul className={classes.list}>
    {changes.map((change) => (
      <li key={change.at} className={classes.choice}>
        <strong>{momentWords(change.at)}</strong>
        <ChosenChange change={change} />
      </li>
    ))}
  </ul>
)

import { useFormContext, useWatch } from 'react-hook-form'
import { LARGEST_TEAM, relayWords, SMALLEST_TEAM, TEAM_RULES, teamWord } from '#contract/event/relay.ts'
import { FieldRow } from '#web/ui/form-section.tsx'
import { optionsOf } from '#web/ui/options-of.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextareaField } from '#web/ui/textarea-field.tsx'
import type { blankCategory, EventForm } from '../form/event-form.ts'
import { useFields } from '../parts/fields.tsx'
import { useOpened } from '../parts/use-opened.ts'
import classes from './steps.module.css'

type Category = Pick<ReturnType<typeof blankCategory>, 'team_size' | 'team_rule'>

const relayOf = ({ team_size, team_rule }: Category): string | null =>
  relayWords({ team_size: team_size === '' ? null : Number(team_size), team_rule })

const SIZES = Array.from({ length: LARGEST_TEAM - SMALLEST_TEAM + 1 }, (_, index) => SMALLEST_TEAM + index)
const FIELDS = ['team_size', 'team_rule', 'legs'] as const

/** Whether people run a category alone or in teams, and which. */
export function RelayFields({ path }: { path: `modalities.${number}.categories.${number}` }) {
  const { control } = useFormContext<EventForm>()
  const category = useWatch({ control, name: path })
  const field = useFields('categories', path)
  const { open, setOpen } = useOpened(FIELDS.map((name) => `${path}.${name}`))
  const size = Number(category.team_size)
  return (
    <details className={classes.rule} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Revezamento: {relayOf(category) ?? 'não, cada pessoa corre sozinha'}</summary>
      <div className={classes.inside}>
        <FieldRow columns="1fr 1fr">
          <SelectField {...field('team_size')} description="O limite de vagas conta pessoas">
            <option value="">Individual</option>
            {SIZES.map((one) => (
              <option key={one} value={one}>
                {teamWord(one) === `Equipe de ${one}` ? teamWord(one) : `${teamWord(one)} (${one})`}
              </option>
            ))}
          </SelectField>
          {size > 0 && <SelectField {...field('team_rule')} data={optionsOf(TEAM_RULES)} />}
        </FieldRow>
        {size > 0 && (
          <TextareaField
            {...field('legs')}
            minRows={2}
            description={`Um por linha, ${size} ao todo. Vazio, os trechos são numerados`}
          />
        )}
      </div>
    </details>
  )
}

/** A relay in the summary of a card; nothing for a category of individuals. */
export function RelayWords({ category }: { category: Category }) {
  const words = relayOf(category)
  return words && <span>{words}</span>
}

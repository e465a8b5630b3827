import { useFormContext, useWatch } from 'react-hook-form'
import { SEX, SEXES } from '#contract/documents.ts'
import { ELIGIBILITY_COLUMNS } from '#contract/pricing/eligibility.ts'
import { CountField } from '#web/ui/count-field.tsx'
import { FieldRow } from '#web/ui/form-section.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import type { EventForm, RuleForm } from '../form/event-form.ts'
import { isRestricted, ruleWords } from '../form/rule.ts'
import { useFields } from '../parts/fields.tsx'
import { useOpened } from '../parts/use-opened.ts'
import classes from './steps.module.css'

type RestrictedPath =
  | `modalities.${number}`
  | `modalities.${number}.categories.${number}`
  | `products.${number}`
  | `right_rules.${number}`

/** Who may have a modality, category or kit, by sex and age. */
export function RuleFields({ path }: { path: RestrictedPath }) {
  const { control } = useFormContext<EventForm>()
  const rule = useWatch({ control, name: path })
  const { open, setOpen } = useOpened(ELIGIBILITY_COLUMNS.map((column) => `${path}.${column}`))
  return (
    <details className={classes.rule} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Quem pode se inscrever: {ruleWords(rule)}</summary>
      <div className={classes.inside}>
        <SexAndAgeFields path={path} />
      </div>
    </details>
  )
}

export function SexAndAgeFields({ path }: { path: RestrictedPath }) {
  const field = useFields('categories', path)
  return (
    <FieldRow columns="1fr 1fr 1fr">
      <SelectField {...field('sex')}>
        <option value="">Qualquer</option>
        <option value={SEX.female}>{SEXES[SEX.female]}</option>
        <option value={SEX.male}>{SEXES[SEX.male]}</option>
      </SelectField>
      <CountField {...field('min_age')} placeholder="Sem mínimo" />
      <CountField {...field('max_age')} placeholder="Sem máximo" />
    </FieldRow>
  )
}

/** A rule in the summary of a card; nothing if everybody may have the item. */
export const RuleWords = ({ rule }: { rule: RuleForm }) =>
  isRestricted(rule) ? <span>{ruleWords(rule)}</span> : null

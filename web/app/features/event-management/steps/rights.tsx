import { Button } from '@mantine/core'
import { IconBulb } from '@tabler/icons-react'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { ITEM_STATUS } from '#contract/event/event-status.ts'
import { formatBasisPoints, toCents } from '#contract/money.ts'
import { RIGHT_BASES } from '#contract/pricing/right-rule.ts'
import { CityFields } from '#web/features/city/city-select.tsx'
import { CountField } from '#web/ui/count-field.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { FieldRow } from '#web/ui/form-section.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { SwitchField } from '#web/ui/switch-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { TextareaField } from '#web/ui/textarea-field.tsx'
import { useLocked } from '../event-context.tsx'
import { blankRight, type EventForm, isNew, type RightForm } from '../form/event-form.ts'
import { presetOf, shareWords } from '../form/rights.ts'
import { LimitField, MoneyField, StatusField, stockWords, useFields } from '../parts/fields.tsx'
import { ItemCard, type ItemPosition } from '../parts/item-card.tsx'
import { ItemList } from '../parts/item-list.tsx'
import { useOpened } from '../parts/use-opened.ts'
import { RightCost } from './right-cost.tsx'
import { PresetSource, RightSuggestions } from './right-suggestions.tsx'
import { RuleWords, SexAndAgeFields } from './rule-fields.tsx'
import classes from './steps.module.css'

type RightPath = `right_rules.${number}`

/** Discounts that a law demands or the organizer gives to those who have a right to them. */
export function Rights() {
  const [suggesting, setSuggesting] = useState(false)
  const locked = useLocked()
  return (
    <section className={classes.group} aria-labelledby="rights">
      <h3 id="rights">Descontos por direito</h3>
      <ItemList
        name="right_rules"
        label="Descontos por direito"
        hint="Quem tem direito a um desconto, como pessoas idosas, paga menos sem digitar código."
        addLabel="Adicionar desconto"
        blank={blankRight}
        focus="name"
        unordered
        card={(position) => <RightCard key={position.key} position={position} />}
        more={(onAdd) => (
          <>
            <Button
              variant="default"
              leftSection={<IconBulb size={20} aria-hidden />}
              disabled={locked}
              onClick={() => setSuggesting(true)}
            >
              Sugestões
            </Button>
            <RightSuggestions
              open={suggesting}
              onAdd={(right) => onAdd([right])}
              onClose={() => setSuggesting(false)}
            />
          </>
        )}
      />
    </section>
  )
}

function RightCard({ position }: { position: ItemPosition }) {
  const path: RightPath = `right_rules.${position.index}`
  const field = useFields('right_rules', path)
  const { control } = useFormContext<EventForm>()
  const [right, spots] = useWatch({ control, name: [path, 'vacancy_limit'] })
  const preset = presetOf(right.law)
  const isRequired = preset?.isRequired ?? false
  return (
    <ItemCard
      path={path}
      name={right.name || 'Novo desconto'}
      status={right.status}
      startsOpen={isNew(right.id) && !isRequired}
      summary={
        <>
          {isRequired && <span>Pedido por lei</span>}
          {right.rate && <span>{formatBasisPoints(toCents(right.rate) ?? 0)}</span>}
          <RuleWords rule={right} />
          {(right.city || right.state) && <span>{right.city || right.state}</span>}
          <span>{shareWords(right.quantity, spots) ?? stockWords(right.quantity, right.held)}</span>
        </>
      }
      position={position}
      isBlank={isNew(right.id) && right.name === '' && right.rate === ''}
      isRemovable={!isRequired}
    >
      {preset && <PresetSource preset={preset} />}
      {preset && isRequired && (
        <p className={classes.hint}>
          {preset.title}: pedido em toda prova, por isso este desconto não tem lixeira. Se o evento não o der,
          desative-o e diga o motivo.
        </p>
      )}
      <FieldRow columns="2fr 1fr 1fr">
        <TextField {...field('name')} required autoComplete="off" />
        <MoneyField {...field('rate')} percent required />
        <LimitField {...field('quantity')} held={right.held} />
      </FieldRow>
      <SexAndAgeFields path={path} />
      <StatusField name={`${path}.status`} />
      {isRequired && right.status === ITEM_STATUS.inactive && (
        <TextareaField
          {...field('off_reason')}
          description={`${preset?.title} pede este desconto. O motivo fica no histórico do evento.`}
          required
          minRows={2}
        />
      )}
      <RightCost right={right} />
      <MoreOptions path={path} right={right} />
    </ItemCard>
  )
}

const MORE = [
  'declaration',
  'proof',
  'proof_days_before',
  'companion',
  'stackable',
  'in_person',
  'base',
  'starts_on',
  'ends_on',
  'state',
  'city',
  'release_on',
  'bib_from',
  'bib_to',
  'source_url',
] as const satisfies readonly (keyof RightForm)[]

interface MoreOptionsProps {
  path: RightPath
  right: RightForm
}

function MoreOptions({ path, right }: MoreOptionsProps) {
  const { open, setOpen } = useOpened(MORE.map((name) => `${path}.${name}`))
  return (
    <details className={classes.rule} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Mais opções</summary>
      {open && <Options path={path} right={right} />}
    </details>
  )
}

/** Rendered while it is open, because its cities are loaded. */
function Options({ path, right }: MoreOptionsProps) {
  const field = useFields('right_rules', path)
  return (
    <div className={classes.options}>
      <TextareaField
        {...field('declaration')}
        description="O texto que a pessoa aceita para pedir o desconto. Vazio, quem cumpre a regra o recebe sem pedir."
        minRows={2}
      />
      <FieldRow columns="2fr 1fr">
        <TextField
          {...field('proof')}
          description="O documento que a pessoa envia. Vazio, nenhum."
          autoComplete="off"
        />
        <CountField {...field('proof_days_before')} disabled={right.proof === ''} />
      </FieldRow>
      <SwitchField {...field('companion')} />
      <SwitchField
        {...field('stackable')}
        description="Desligado, vale o que sair mais barato: o cupom ou este desconto."
      />
      <SwitchField {...field('in_person')} />
      <FieldRow columns="1fr 1fr 1fr">
        <SelectField {...field('base')}>
          {Object.entries(RIGHT_BASES).map(([base, label]) => (
            <option key={base} value={base}>
              {label.replace(/^o p/, 'P')}
            </option>
          ))}
        </SelectField>
        <DateField {...field('starts_on')} />
        <DateField {...field('ends_on')} />
      </FieldRow>
      <CityFields<EventForm>
        names={{ state: `${path}.state`, city: `${path}.city` }}
        autoComplete="off"
        optional
      />
      <FieldRow columns="1fr 1fr 1fr">
        <DateField {...field('release_on')} description="Até esse dia ninguém mais as usa" />
        <CountField {...field('bib_from')} />
        <CountField {...field('bib_to')} />
      </FieldRow>
      <TextField {...field('source_url')} type="url" inputMode="url" placeholder="https://" />
    </div>
  )
}

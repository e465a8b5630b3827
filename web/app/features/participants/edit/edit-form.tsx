import { NativeSelect } from '@mantine/core'
import { IconDeviceFloppy } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type EditableRegistration, editRegistration } from '#contract/participants/edit.ts'
import { isFreeValue } from '#contract/payment/payment-status.ts'
import { PAYMENT_TYPES } from '#contract/payment/payment-types.ts'
import { ApiFailure, api, failureMessage } from '#web/api/api.ts'
import { EVENTS_PATH } from '#web/paths.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Money } from '#web/ui/money.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { prepareToasts, showToast } from '#web/ui/toast.ts'
import {
  bodyOf,
  type Choice,
  type ChoiceField,
  currentChoice,
  optionsOf,
  type Problem,
  problemsOf,
  SERVER_FIELDS,
  withChange,
} from './choice.ts'
import classes from './edit.module.css'

/** Delay before the reload, so that the message can be read, as specified. */
const RELOAD_MS = 1_500

export function EditForm({ registration }: { registration: EditableRegistration }) {
  const [choice, setChoice] = useState<Choice>(() => currentChoice(registration))
  const [problems, setProblems] = useState<readonly Problem[]>([])
  const form = useRef<HTMLFormElement>(null)
  useEffect(prepareToasts, [])
  useEffect(() => {
    const [first] = problems
    if (first) form.current?.querySelector<HTMLSelectElement>(`[name=${first.field}]`)?.focus()
  }, [problems])

  const options = optionsOf(registration, choice)
  const { modalities, categories, products, sizes, methods, isFree } = options
  const save = useMutation({
    mutationFn: () =>
      api(editRegistration, {
        params: { registrationId: registration.id },
        body: bodyOf(registration, choice, isFree),
      }),
    onSuccess: ({ message }) => {
      showToast('success', message ?? 'Registro atualizado com sucesso!')
      setTimeout(() => window.location.reload(), RELOAD_MS)
    },
    onError: (failure) => {
      showToast('error', failureMessage(failure, 'Erro ao atualizar o registro.'))
      if (failure instanceof ApiFailure) setProblems(problemsIn(failure))
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending || save.isSuccess) return
    const found = problemsOf(registration, choice)
    setProblems(found)
    if (found[0]) showToast('error', found[0].message)
    else save.mutate()
  }
  const field = (name: ChoiceField) => ({
    name,
    value: choice[name],
    error: problems.find((problem) => problem.field === name)?.message,
    onChange: (event: { currentTarget: { value: string } }) => {
      setChoice(withChange(registration, choice, name, event.currentTarget.value))
      setProblems(problems.filter((problem) => problem.field !== name))
    },
  })

  return (
    <form
      ref={form}
      className={classes.panel}
      aria-labelledby="new-choice"
      aria-busy={save.isPending}
      onSubmit={submit}
      noValidate
    >
      <h2 id="new-choice">Nova Seleção</h2>
      <div className={classes.fields}>
        <NativeSelect
          {...field('modality_id')}
          label="Modalidade"
          required
          data={withEmpty(
            modalities.map((one) => [one.modality_id, labelOf(one.modality_name, one.ineligible)]),
          )}
        />
        <NativeSelect
          {...field('category_id')}
          label="Categoria"
          required
          disabled={!choice.modality_id}
          data={withEmpty(
            categories.map((one) => [one.category_id, labelOf(one.category_name, one.ineligible)]),
          )}
        />
        <NativeSelect
          {...field('product_id')}
          label="Produto"
          required
          disabled={!choice.category_id}
          data={withEmpty(products.map((kit) => [kit.id, labelOf(kit.name, kit.ineligible)]))}
        />
        {sizes.length > 0 && (
          <NativeSelect
            {...field('shirt_size_id')}
            label="Tamanho da camisa"
            required
            data={[
              { value: '', label: 'Selecione' },
              ...sizes.map(({ id, size, quantity }) => ({
                value: String(id),
                label: quantity !== null && quantity <= 0 ? `${size} · esgotado` : size,
                disabled: quantity !== null && quantity <= 0,
              })),
            ]}
          />
        )}
        {!isFree && (
          <NativeSelect
            {...field('payment_method_id')}
            label="Método de pagamento"
            required
            data={withEmpty(methods.map(({ id, type }) => [id, PAYMENT_TYPES[type] ?? 'Desconhecido']))}
          />
        )}
      </div>
      {isFree && (
        <p className={classes.note}>
          O produto selecionado não tem custo. Não é necessário um método de pagamento.
        </p>
      )}
      {options.totalCents !== null && (
        <NewSum registration={registration} {...options} totalCents={options.totalCents} />
      )}
      <div className={classes.buttons}>
        <LinkButton to={EVENTS_PATH} variant="default">
          Cancelar
        </LinkButton>
        <TextButton
          data-save
          type="submit"
          icon={IconDeviceFloppy}
          loading={save.isPending}
          disabled={save.isSuccess}
        >
          Salvar
        </TextButton>
      </div>
    </form>
  )
}

/** What excludes the runner can be chosen, because the event may accept it. */
const labelOf = (name: string, ineligible: string | null): string =>
  ineligible === null ? name : `${name} · para ${ineligible}`

const withEmpty = (options: readonly (readonly [id: number, label: string])[]) => [
  { value: '', label: 'Selecione' },
  ...options.map(([id, label]) => ({ value: String(id), label })),
]

const problemsIn = (failure: ApiFailure): Problem[] =>
  Object.entries(failure.errors).flatMap(([name, [message]]) => {
    const field = SERVER_FIELDS[name]
    return field && message ? [{ field, message }] : []
  })

interface NewSumProps {
  registration: EditableRegistration
  totalCents: number
  balanceCents: number
  keepsCharge: boolean
}

function NewSum({ registration: { paid, value }, totalCents, balanceCents, keepsCharge }: NewSumProps) {
  const isPaid = !isFreeValue(paid)
  const lines = [
    { label: 'Valor atual', amount: value },
    isPaid && { label: 'Já pago', amount: paid },
    { label: 'Novo valor', amount: totalCents, isStrong: true },
    isPaid && balanceCents > 0 && { label: 'Diferença a cobrar', amount: balanceCents },
    isPaid && balanceCents < 0 && { label: 'Crédito do participante', amount: -balanceCents },
  ].filter((line) => line !== false)
  return (
    <div aria-live="polite">
      <dl className={classes.sum}>
        {lines.map(({ label, amount, isStrong }) => (
          <div key={label} data-strong={isStrong}>
            <dt>{label}</dt>
            <dd>
              <Money value={amount} />
            </dd>
          </div>
        ))}
      </dl>
      <p className={classes.consequence}>{consequence(isPaid, balanceCents, keepsCharge)}</p>
    </div>
  )
}

function consequence(isPaid: boolean, balanceCents: number, keepsCharge: boolean): string {
  if (balanceCents < 0) return 'O que foi pago a mais é devolvido a quem pagou, pelo mesmo meio de pagamento.'
  if (balanceCents === 0) return 'Nada a cobrar.'
  if (keepsCharge) return 'A cobrança em aberto continua a mesma.'
  return isPaid
    ? 'A diferença é cobrada à parte e a vaga continua garantida. O link de pagamento vai por e-mail.'
    : 'Uma nova cobrança toma o lugar da que estiver em aberto. O link de pagamento vai por e-mail.'
}

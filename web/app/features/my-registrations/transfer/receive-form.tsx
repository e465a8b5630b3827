import { Alert, Checkbox, NativeSelect, Radio, Stack } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useMemo, useState } from 'react'
import { askedQuestion } from '#contract/event/question.ts'
import { formatDecimal } from '#contract/money.ts'
import { acceptTransfer, type TransferOffer } from '#contract/my-registrations/transfer.ts'
import { isFreeValue } from '#contract/payment/payment-status.ts'
import { type Answer, applicableQuestions } from '#contract/registration/questions.ts'
import { ApiFailure, api, failureMessage } from '#web/api/api.ts'
import classes from '#web/features/people/confirmation/confirm-form.module.css'
import { FormPart, TermFields, useProblemFocus } from '#web/features/people/confirmation/form-parts.tsx'
import { PriceLines } from '#web/features/registration/price-lines.tsx'
import { QuestionFields } from '#web/features/registration/question-fields.tsx'
import type { SentFile } from '#web/features/registration/upload-document.ts'
import { PaymentTypeChoice } from '#web/ui/payment-type-choice.tsx'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import { AnchorButton } from '#web/ui/text-button.tsx'
import { showToast } from '#web/ui/toast.ts'
import type { RunnerValues } from './runner-choice.tsx'

interface ReceiveFormProps {
  token: string
  offer: TransferOffer
  /** Somebody else than the caller. */
  runner: RunnerValues | null
  /** With the id of the registration, which is the caller's now. */
  onReceived: (registrationId: number) => void
}

interface Values {
  size: number | null
  right: number | null
  declared: boolean
  terms: readonly number[]
  answers: Readonly<Record<number, Answer>>
  files: Readonly<Record<number, SentFile | null>>
  type: TransferOffer['payment_types'][number] | null
}

/** What the new runner gives and pays to take a registration over. */
export function ReceiveForm({ token, offer, runner, onReceived }: ReceiveFormProps) {
  const { problem, payment_types: types } = offer
  const [only] = types
  const [values, setValues] = useState<Values>({
    size: offer.shirt_size_id,
    right: null,
    declared: false,
    terms: [],
    answers: {},
    files: {},
    type: types.length === 1 && only !== undefined ? only : null,
  })
  const [isTried, setTried] = useState(false)
  const set = (changes: Partial<Values>) => setValues((before) => ({ ...before, ...changes }))
  const right = offer.rights.find(({ id }) => id === values.right)
  const price = right ?? offer.price
  const owes = price !== null && !isFreeValue(price.to_pay)
  const answerTo = (question: number): Answer | undefined => {
    const file = values.files[question]?.path
    return values.answers[question] || file ? { ...values.answers[question], file } : undefined
  }
  const questions = applicableQuestions(offer.questions.map(askedQuestion), {
    choices: [{ modalityId: offer.modality_id, categoryId: offer.category_id, kitId: offer.product_id }],
    answerTo,
  })
  const accept = useMutation({
    mutationFn: () =>
      api(acceptTransfer, {
        body: {
          token,
          runner,
          shirt_size_id: values.size,
          right: right ? { id: right.id, version: right.version } : null,
          terms: offer.terms
            .filter(({ id }) => values.terms.includes(id))
            .map(({ id, version }) => ({ id, version })),
          answers: questions.flatMap(({ id }) => {
            const answer = answerTo(id)
            return answer ? [{ questionnaire_id: id, ...answer }] : []
          }),
          payment_type: owes ? values.type : null,
          expected_to_pay: price?.to_pay ?? '0.00',
        },
      }),
    onSuccess: ({ data, message }) => {
      showToast('success', message ?? 'A inscrição agora é sua.')
      if (data.payment_link) window.location.assign(data.payment_link)
      else if (data.registration_id !== null) onReceived(data.registration_id)
    },
    onError: (failure) =>
      showToast('error', failureMessage(failure, 'Não foi possível receber a inscrição.')),
  })
  const { error } = accept
  const problems = useMemo(() => problemsOf(error), [error])
  const form = useProblemFocus(problems)
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault()
    setTried(true)
    if (!right || values.declared) accept.mutate()
  }
  return (
    <>
      {offer.payment_link ? (
        <Stack>
          <p>Você já aceitou. A inscrição passa a ser sua com o pagamento.</p>
          <AnchorButton href={offer.payment_link} fullWidth>
            Pagar
          </AnchorButton>
        </Stack>
      ) : problem !== null || price === null ? (
        <Alert color="yellow" icon={<IconInfoCircle aria-hidden />}>
          {problem}
        </Alert>
      ) : (
        <form
          ref={form}
          method="post"
          onSubmit={submit}
          noValidate
          className={classes.form}
          aria-busy={accept.isPending}
        >
          <FormPart title="A inscrição">
            <p className={classes.choice}>{[offer.modality, offer.category, offer.product].join(' · ')}</p>
            {offer.sizes.length > 0 && (
              <NativeSelect
                label="Tamanho da camisa"
                value={values.size ?? ''}
                error={problems.shirt_size_id}
                onChange={(change) => set({ size: Number(change.currentTarget.value) })}
                data={offer.sizes.map(({ id, name, is_sold_out }) => ({
                  value: String(id),
                  label: is_sold_out ? `${name} · esgotado` : name,
                  disabled: is_sold_out,
                }))}
              />
            )}
          </FormPart>
          {offer.rights.length > 0 && (
            <FormPart title="Desconto por direito">
              <Radio.Group
                aria-label="Desconto por direito"
                value={String(values.right ?? '')}
                error={problems.right}
                onChange={(id) => set({ right: id === '' ? null : Number(id), declared: false })}
              >
                <Stack gap="xs">
                  <Radio value="" label="Nenhum" />
                  {offer.rights.map(({ id, name }) => (
                    <Radio key={id} value={String(id)} label={name} />
                  ))}
                </Stack>
              </Radio.Group>
              {right && (
                <>
                  <Checkbox
                    label={right.declaration}
                    checked={values.declared}
                    error={isTried && !values.declared && 'Leia e aceite a declaração.'}
                    onChange={({ currentTarget: { checked } }) => set({ declared: checked })}
                  />
                  {right.proof && <p>Depois, envie na página da inscrição: {right.proof}.</p>}
                </>
              )}
            </FormPart>
          )}
          {questions.length > 0 && (
            <FormPart title="Perguntas da organização">
              <QuestionFields
                questions={questions}
                answerTo={answerTo}
                fileNameOf={(question) => values.files[question]?.name}
                problemOf={(field) => problems[field]}
                onAnswer={(question, given) =>
                  set({
                    answers: {
                      ...values.answers,
                      [question]: typeof given === 'boolean' ? { accepted: given } : { value: given },
                    },
                  })
                }
                onFile={(question, file) => set({ files: { ...values.files, [question]: file } })}
              />
            </FormPart>
          )}
          <TermFields
            terms={offer.terms}
            accepted={values.terms}
            problem={problems.participant_term_acceptances}
            onChange={(terms) => set({ terms })}
          />
          <FormPart title="Valor">
            <PriceLines lines={price.price_lines} total={price.value} />
            <p>{priceWords(price)}</p>
            {owes && types.length > 1 && (
              <PaymentTypeChoice
                types={types}
                chosen={values.type}
                {...(problems.payment_type && { problem: problems.payment_type })}
                onChoose={(type) => set({ type })}
              />
            )}
          </FormPart>
          <SubmitButton busy={accept.isPending} busyLabel="Enviando…" size="lg">
            {owes ? `Receber e pagar ${formatDecimal(price.to_pay)}` : 'Receber a inscrição'}
          </SubmitButton>
        </form>
      )}
    </>
  )
}

function priceWords({ to_pay: toPay, to_refund: toRefund }: NonNullable<TransferOffer['price']>): string {
  if (!isFreeValue(toPay))
    return `O resto já está pago. Falta pagar ${formatDecimal(toPay)}; a inscrição passa a ser sua com o pagamento.`
  if (!isFreeValue(toRefund))
    return `Já está pago. A diferença de ${formatDecimal(toRefund)} é devolvida a quem pagou.`
  return 'Já está pago. A inscrição passa a ser sua agora.'
}

const problemsOf = (error: Error | null): Readonly<Record<string, string>> =>
  error instanceof ApiFailure
    ? Object.fromEntries(Object.entries(error.errors).map(([field, [first = '']]) => [field, first]))
    : {}

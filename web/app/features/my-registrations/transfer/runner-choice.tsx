import { NativeSelect, Radio, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useMemo, useState } from 'react'
import { readTransferOffer, type TransferOffer } from '#contract/my-registrations/transfer.ts'
import { ApiFailure, api, failureMessage } from '#web/api/api.ts'
import classes from '#web/features/people/confirmation/confirm-form.module.css'
import { FormPart, useProblemFocus } from '#web/features/people/confirmation/form-parts.tsx'
import { BirthInput } from '#web/ui/birth-input.tsx'
import { MaskedInput } from '#web/ui/masked-input.tsx'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import { showToast } from '#web/ui/toast.ts'

const BLANK = { name: '', cpf: '', phone: '', birth_date: '', sex: '' }

/** As typed. */
export type RunnerValues = typeof BLANK

/** The offer for somebody else. */
export interface OfferForOther {
  runner: RunnerValues
  offer: TransferOffer
}

interface RunnerChoiceProps {
  token: string
  isOther: boolean
  onSwitch: (isOther: boolean) => void
  /** Null: the person is being typed. */
  onOffer: (offer: OfferForOther | null) => void
}

/** Who runs: the account's own person, or somebody for whom it is responsible. */
export function RunnerChoice({ token, isOther, onSwitch, onOffer }: RunnerChoiceProps) {
  const [runner, setRunner] = useState(BLANK)
  const price = useMutation({
    mutationFn: async () => (await api(readTransferOffer, { body: { token, runner } })).data,
    onSuccess: (offer) => onOffer({ runner, offer }),
    // The fields show their own problems.
    onError: (failure) => {
      if (!(failure instanceof ApiFailure && failure.status === 422))
        showToast('error', failureMessage(failure, 'Não foi possível ver o valor.'))
    },
  })
  const { error } = price
  const problems = useMemo(
    () =>
      error instanceof ApiFailure
        ? Object.fromEntries(
            Object.entries(error.errors).map(([field, [first = '']]) => [
              field.replace('runner.', ''),
              first,
            ]),
          )
        : {},
    [error],
  )
  const form = useProblemFocus(problems)
  const set = (name: keyof RunnerValues) => (value: string) => {
    setRunner({ ...runner, [name]: value })
    onOffer(null)
  }
  const field = (name: keyof RunnerValues) => ({ value: runner[name], error: problems[name] })
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault()
    price.mutate()
  }
  return (
    <form ref={form} method="post" onSubmit={submit} noValidate className={classes.form}>
      <FormPart title="Quem vai correr">
        <Radio.Group
          aria-label="Quem vai correr"
          value={isOther ? 'other' : 'own'}
          onChange={(value) => onSwitch(value === 'other')}
        >
          <Stack gap="xs">
            <Radio value="own" label="Eu" />
            <Radio value="other" label="Outra pessoa, como um filho" />
          </Stack>
        </Radio.Group>
        {isOther && (
          <Stack gap="sm">
            <TextInput
              label="Nome"
              maxLength={120}
              {...field('name')}
              onChange={(event) => set('name')(event.currentTarget.value)}
            />
            <MaskedInput mask="cpf" label="CPF" {...field('cpf')} onChange={set('cpf')} />
            <MaskedInput mask="phone" label="Telefone" {...field('phone')} onChange={set('phone')} />
            <BirthInput label="Data de nascimento" {...field('birth_date')} onChange={set('birth_date')} />
            <NativeSelect
              label="Sexo"
              {...field('sex')}
              onChange={(event) => set('sex')(event.currentTarget.value)}
              data={[
                { value: '', label: 'Selecione' },
                { value: '0', label: 'Masculino' },
                { value: '1', label: 'Feminino' },
              ]}
            />
            <p>A inscrição fica na sua conta, e os termos são aceitos por você.</p>
            <SubmitButton busy={price.isPending} busyLabel="Conferindo…" variant="default">
              Continuar
            </SubmitButton>
          </Stack>
        )}
      </FormPart>
    </form>
  )
}

import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { PersonField } from '#contract/person.ts'
import { MaskedInput } from '../../ui/masked-input.tsx'
import classes from './additional-participant.module.css'
import type { Other } from './draft.ts'
import { fieldOf } from './problems.ts'
import type { StepProps } from './step-props.ts'

interface AdditionalParticipantProps extends Pick<StepProps, 'problems' | 'change'> {
  other: Other
  /** Among the additional ones, from 0. */
  position: number
}

const SEXES = [
  { value: '', label: 'Selecione' },
  { value: '0', label: 'Masculino' },
  { value: '1', label: 'Feminino' },
]

export function AdditionalParticipant({ other, position, problems, change }: AdditionalParticipantProps) {
  const title = `Participante ${position + 2}`
  const field = (name: PersonField) => ({
    value: other[name],
    error: problems[fieldOf(position + 1, name)],
    // Somebody else's data: the browser must not offer the buyer's.
    autoComplete: 'off',
  })
  const edit = (name: PersonField) => (value: string) =>
    change({ type: 'otherEdited', key: other.key, field: name, value })
  return (
    <fieldset className={classes.person}>
      <legend className={classes.title}>{title}</legend>
      <Button
        variant="subtle"
        color="red"
        className={classes.remove}
        leftSection={<IconTrash size={20} aria-hidden />}
        aria-label={`Remover ${title.toLowerCase()}`}
        onClick={() => change({ type: 'otherRemoved', key: other.key })}
      >
        Remover
      </Button>
      <div className={classes.fields}>
        <TextInput
          label="Nome"
          className={classes.wide}
          maxLength={120}
          {...field('name')}
          onChange={(event) => edit('name')(event.currentTarget.value)}
        />
        <MaskedInput mask="cpf" label="CPF" {...field('cpf')} onChange={edit('cpf')} />
        <MaskedInput mask="phone" label="Telefone" {...field('phone')} onChange={edit('phone')} />
        <MaskedInput
          mask="date"
          label="Data de nascimento"
          {...field('birth_date')}
          onChange={edit('birth_date')}
        />
        <NativeSelect
          label="Sexo"
          data={SEXES}
          {...field('sex')}
          onChange={(event) => edit('sex')(event.currentTarget.value)}
        />
        <TextInput
          label="E-mail (opcional)"
          description="Avisamos a pessoa de que ela foi inscrita."
          type="email"
          inputMode="email"
          className={classes.wide}
          maxLength={255}
          {...field('email')}
          onChange={(event) => edit('email')(event.currentTarget.value)}
        />
      </div>
    </fieldset>
  )
}

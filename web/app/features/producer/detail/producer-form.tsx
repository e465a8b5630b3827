import { zodResolver } from '@hookform/resolvers/zod'
import { type Resolver, useForm } from 'react-hook-form'
import { useOwnsProducers } from '../use-owns-producers.ts'
import { OrganizationForm } from './organization-form.tsx'
import {
  NewProducerForm,
  PRODUCER_LABELS,
  type ProducerValues,
  ProducerForm as Schema,
  type SentProducer,
} from './producer-values.ts'

const FIELDS = Object.keys(PRODUCER_LABELS) as (keyof typeof PRODUCER_LABELS)[]

type ProducerResolver = Resolver<ProducerValues, unknown, SentProducer>
const CREATE: ProducerResolver = zodResolver(NewProducerForm)
const EDIT: ProducerResolver = zodResolver(Schema)

interface ProducerFormProps {
  values: ProducerValues
  /** Adds a field for the password. */
  isNew?: boolean
  onSave: (producer: SentProducer) => Promise<void>
  back: { to: string } | { onClick: () => void }
}

export function ProducerForm({ values, isNew = false, onSave, back }: ProducerFormProps) {
  const locked = !useOwnsProducers() && !isNew
  return (
    <OrganizationForm
      id="realizador"
      form={useForm({ resolver: isNew ? CREATE : EDIT, defaultValues: values })}
      fields={FIELDS}
      descriptions={{
        company: 'Como o realizador aparece para você e nos documentos.',
        access: isNew ? INVITED : locked ? NOT_YOURS : INVITED_ANEW,
      }}
      locked={locked}
      withPassword={isNew}
      onSave={onSave}
      back={back}
    />
  )
}

const INVITED =
  'Ao salvar, enviamos um convite para este e-mail: por ele o realizador confirma o endereço e escolhe a própria senha.'
const INVITED_ANEW =
  'Se o e-mail mudar, o realizador sai de todos os aparelhos e recebe um novo convite no endereço novo.'
const NOT_YOURS = 'O e-mail e a empresa quem muda é o organizador; o que serve para contato, você também.'

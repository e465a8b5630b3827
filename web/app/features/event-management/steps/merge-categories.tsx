import { NativeSelect, Text, TextInput } from '@mantine/core'
import { IconArrowMerge } from '@tabler/icons-react'
import { use, useState } from 'react'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { mergeCategories } from '#contract/participants/merge-categories.ts'
import { FormDialogButton } from '#web/actions/form-dialog-button.tsx'
import { api } from '#web/api/api.ts'
import { EVENTS_KEY } from '#web/features/event/organizer-events.ts'
import { StoredEventContext, useLocked } from '../event-context.tsx'
import { type EventForm, isNew, remaining } from '../form/event-form.ts'

/** Moves the registrations of one stored category to another one. Unsaved changes must be saved before. */
export function MergeCategories({ modality }: { modality: number }) {
  const event = use(StoredEventContext)
  const locked = useLocked()
  const { control } = useFormContext<EventForm>()
  const { isDirty } = useFormState({ control })
  const categories = useWatch({ control, name: `modalities.${modality}.categories` })
  const [choice, setChoice] = useState({ from: '', into: '', name: '' })
  const stored = remaining(categories)
    .filter(({ category_id: id }) => !isNew(id))
    .map(({ category_id, category_name }) => ({ value: String(category_id), label: category_name }))
  if (!event || stored.length < 2) return null
  const from = stored.find(({ value }) => value === choice.from) ?? stored[0]
  const others = stored.filter((one) => one !== from)
  const into = others.find(({ value }) => value === choice.into) ?? others[0]
  const name = choice.name || (into?.label ?? '')
  const merge = async () => {
    const { message } = await api(mergeCategories, {
      params: { id: event.id, categoryId: Number(from?.value) },
      body: { into_category_id: Number(into?.value), name },
    })
    setChoice({ from: '', into: '', name: '' })
    await event.reload()
    return message === undefined ? {} : { message }
  }
  return (
    <FormDialogButton
      icon={IconArrowMerge}
      label={isDirty ? 'Unir categorias (salve antes)' : 'Unir categorias'}
      disabled={locked || isDirty}
      title="Unir duas categorias"
      fields={['name']}
      submit="Unir"
      action={merge}
      changes={[...EVENTS_KEY, event.id, 'history']}
    >
      {(errorOf) => (
        <>
          <Text inherit>
            Todas as inscrições passam para uma só categoria, com a mesma vaga, kit e preço. Quem está
            inscrito em uma das duas recebe um e-mail. Não dá para desfazer.
          </Text>
          <NativeSelect
            label="Categoria que deixa de existir"
            data={stored}
            value={from?.value}
            onChange={({ currentTarget }) => setChoice({ ...choice, from: currentTarget.value })}
          />
          <NativeSelect
            label="Categoria que fica"
            data={others}
            value={into?.value}
            onChange={({ currentTarget }) => setChoice({ ...choice, into: currentTarget.value })}
          />
          <TextInput
            label="Nome da categoria que fica"
            value={name}
            error={errorOf('name')}
            onChange={({ currentTarget }) => setChoice({ ...choice, name: currentTarget.value })}
          />
        </>
      )}
    </FormDialogButton>
  )
}

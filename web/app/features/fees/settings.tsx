import { zodResolver } from '@hookform/resolvers/zod'
import { IconDeviceFloppy } from '@tabler/icons-react'
import { type QueryKey, type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import {
  type Control,
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  useForm,
  useWatch,
} from 'react-hook-form'
import { z } from 'zod'
import { recordFailure } from '#web/api/query-failure.ts'
import { useSubmit } from '#web/api/use-submit.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { LoadingLine } from '#web/ui/loading-line.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useUnsaved } from '#web/ui/unsaved-forms.tsx'
import classes from './fees.module.css'
import { isChanged } from './is-changed.ts'

interface SettingsProps<Saved, Values extends FieldValues> {
  id: string
  title: string
  about?: string
  query: UseQueryResult<Saved>
  queryKey: QueryKey
  loading: string
  valuesOf: (saved: Saved) => Values
  /** The fields that the server may refuse. It must be a constant. */
  fields: readonly FieldPath<Values>[]
  check: (values: Values) => z.ZodSafeParseResult<unknown>
  save: (values: Values) => Promise<{ data: Saved; message?: string }>
  /** The messages shown when the server sends none. */
  success: string
  failure: string
  submit: string
  children: (control: Control<Values>, saved: Saved) => ReactNode
}

/** A section with a group of an enterprise's settings. Shown to Empresa and Admin. */
export function Settings<Saved, Values extends FieldValues>(props: SettingsProps<Saved, Values>) {
  const { id, title, about, query, loading } = props
  const failure = recordFailure(query)
  return (
    <section className={classes.settings} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {about && <p className={classes.about}>{about}</p>}
      {query.data !== undefined ? (
        <SettingsForm {...props} saved={query.data} />
      ) : failure ? (
        <ErrorState {...failure} />
      ) : (
        <LoadingLine>{loading}</LoadingLine>
      )}
    </section>
  )
}

function SettingsForm<Saved, Values extends FieldValues>({
  saved,
  ...settings
}: SettingsProps<Saved, Values> & { saved: Saved }) {
  const { id, queryKey, valuesOf, fields, check, save, success, failure, submit, children } = settings
  const queries = useQueryClient()
  const values = valuesOf(saved)
  const schema = z.custom<Values>().superRefine((typed, context) => {
    for (const { path, message } of check(typed).error?.issues ?? [])
      context.addIssue({ code: 'custom', path, message })
  })
  const form = useForm<Values, unknown, Values>({
    resolver: zodResolver(schema),
    defaultValues: values as DefaultValues<Values>,
  })
  const { control, formState } = form
  useUnsaved(isChanged(values, useWatch({ control })))
  const send = useSubmit(form, {
    fields,
    failure,
    send: async (typed) => {
      const { data, message = success } = await save(typed)
      queries.setQueryData(queryKey, data)
      form.reset(valuesOf(data))
      showToast('success', message)
    },
  })
  return (
    <form onSubmit={send} noValidate aria-busy={formState.isSubmitting} aria-labelledby={id}>
      {children(control, saved)}
      <TextButton data-save type="submit" mt="md" icon={IconDeviceFloppy} loading={formState.isSubmitting}>
        {submit}
      </TextButton>
    </form>
  )
}

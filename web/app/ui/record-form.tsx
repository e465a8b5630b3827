import type { ComponentProps, FormEventHandler, ReactNode } from 'react'
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form'
import detail from './detail.module.css'
import { DetailToolbar } from './detail-toolbar.tsx'
import { FormBar } from './form-bar.tsx'
import { LeaveDialog } from './leave-dialog.tsx'

interface RecordFormProps<Form extends FieldValues, Output> {
  form: UseFormReturn<Form, unknown, Output>
  id: string
  onSubmit: FormEventHandler<HTMLFormElement>
  onBlur?: FormEventHandler<HTMLFormElement>
  onChange?: FormEventHandler<HTMLFormElement>
  back: ComponentProps<typeof DetailToolbar>['back']
  /** Set by forms that ask before unsaved changes are left. */
  blocker?: ComponentProps<typeof LeaveDialog>['blocker']
  children: ReactNode
}

/** The form of a record's page, with the bar that saves and cancels. */
export function RecordForm<Form extends FieldValues, Output>({
  form,
  id,
  back,
  blocker,
  children,
  ...handlers
}: RecordFormProps<Form, Output>) {
  const { isSubmitting } = form.formState
  return (
    <FormProvider {...form}>
      <form id={id} {...handlers} noValidate aria-busy={isSubmitting} className={detail.sections}>
        {children}
      </form>
      <FormBar>
        <DetailToolbar save={{ form: id, busy: isSubmitting }} back={back} />
      </FormBar>
      {blocker && <LeaveDialog blocker={blocker}>Se você sair agora, elas se perdem.</LeaveDialog>}
    </FormProvider>
  )
}

import { Input } from '@mantine/core'
import { useId } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { FileDrop } from '../files/file-drop.tsx'
import { fileProblem, upload, uploadFailure } from '../files/upload.ts'
import type { ProfileValues } from './profile-values.ts'

interface LogoFieldProps {
  /** It is being uploaded. */
  busy: boolean
  onBusy: (busy: boolean) => void
}

/** The logo as it is, uploaded as soon as it is chosen; the form keeps its path. */
export function LogoField({ busy, onBusy }: LogoFieldProps) {
  const id = useId()
  const { control, setError, clearErrors } = useFormContext<ProfileValues>()
  const { field, fieldState } = useController({ control, name: 'logo' })
  const refuse = (message: string) => setError('logo', { type: 'file', message })

  const pick = async (file: File) => {
    const problem = fileProblem(file, false)
    if (problem) return refuse(problem)
    onBusy(true)
    try {
      field.onChange((await upload(file, file.name, 'logo')).path)
      clearErrors('logo')
    } catch (failure) {
      refuse(uploadFailure(failure))
    }
    onBusy(false)
  }
  return (
    <Input.Wrapper label="Logotipo" id={id} error={fieldState.error?.message}>
      <FileDrop
        id={id}
        path={field.value ?? ''}
        ratio={1}
        whole
        accept="image/*"
        hint="PNG ou JPEG, mostrado inteiro, sobre branco"
        invalid={fieldState.invalid}
        locked={busy}
        busy={busy}
        inputRef={field.ref}
        onPick={pick}
        onRemove={() => field.onChange('')}
      />
    </Input.Wrapper>
  )
}

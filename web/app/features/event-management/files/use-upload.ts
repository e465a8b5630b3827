import { useState } from 'react'
import { type FieldPath, type FieldValues, useController, useFormContext } from 'react-hook-form'
import { type UploadPurpose, upload, uploadFailure } from './upload.ts'

/** A field whose file is uploaded as soon as it is chosen. The form holds its path. */
export function useUpload<Form extends FieldValues, Name extends FieldPath<Form> = FieldPath<Form>>(
  name: Name,
  purpose: UploadPurpose,
  failureWords = uploadFailure,
) {
  const { control, setError, clearErrors } = useFormContext<Form>()
  const { field, fieldState } = useController({ control, name })
  const [busy, setBusy] = useState(false)
  const refuse = (message: string) => setError(name, { type: 'file', message })
  /** Resolves to null after a failure, which the field shows. */
  const send = async (file: Blob, fileName: string) => {
    setBusy(true)
    try {
      const stored = await upload(file, fileName, purpose)
      clearErrors(name)
      return stored
    } catch (failure) {
      refuse(failureWords(failure))
      return null
    } finally {
      setBusy(false)
    }
  }
  return { field, error: fieldState.error?.message, busy, refuse, send }
}

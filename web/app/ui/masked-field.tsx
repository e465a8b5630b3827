import type { FieldValues } from 'react-hook-form'
import { MaskedInput, type MaskedInputProps } from './masked-input.tsx'
import { type FieldProps, useField } from './use-field.ts'

export const MaskedField = <Form extends FieldValues>(props: FieldProps<Form, MaskedInputProps>) => (
  <MaskedInput {...useField(props)} />
)

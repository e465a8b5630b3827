import { Textarea, type TextareaProps } from '@mantine/core'
import type { FieldValues } from 'react-hook-form'
import { type FieldProps, useField } from './use-field.ts'

export const TextareaField = <Form extends FieldValues>(props: FieldProps<Form, TextareaProps>) => (
  <Textarea {...useField(props)} />
)

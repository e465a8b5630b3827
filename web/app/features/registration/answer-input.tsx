import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { type IsoDate, toBrazilianDate, toIsoDate } from '#contract/dates.ts'
import type { AskedQuestion } from '#contract/event/question.ts'
import {
  type Answer,
  joinOptions,
  MAX_ANSWER_LENGTH,
  splitOptions,
} from '#contract/registration/questions.ts'
import { DateInput } from '#web/ui/date-input.tsx'
import { OptionChip } from '#web/ui/option.tsx'
import classes from './question-fields.module.css'

const ANSWERS = [
  { label: 'Sim', value: true },
  { label: 'Não', value: false },
]

interface AnswerInputProps {
  question: AskedQuestion
  name: string
  answer: Answer | undefined
  invalid: boolean
  onAnswer: (given: boolean | string) => void
}

export function AnswerInput({ question, name, answer, invalid, onAnswer }: AnswerInputProps) {
  const { kind, description, options } = question
  const text = answer?.value ?? ''
  const chosen = splitOptions(text)
  const field = { 'aria-label': description, name, error: invalid, className: classes.field }
  switch (kind) {
    case 'yes_no':
      return (
        <div className={classes.answers}>
          {ANSWERS.map(({ label, value }) => (
            <OptionChip
              key={label}
              name={name}
              checked={answer?.accepted === value}
              onChoose={() => onAnswer(value)}
            >
              {label}
            </OptionChip>
          ))}
        </div>
      )
    case 'choice':
      return (
        <div className={classes.options}>
          {options.map((option) => (
            <OptionChip key={option} name={name} checked={text === option} onChoose={() => onAnswer(option)}>
              {option}
            </OptionChip>
          ))}
        </div>
      )
    case 'choices':
      return (
        <div className={classes.options}>
          {options.map((option) => (
            <Checkbox
              key={option}
              label={option}
              error={invalid}
              checked={chosen.includes(option)}
              onChange={({ currentTarget: { checked } }) =>
                onAnswer(
                  joinOptions(options.filter((one) => (one === option ? checked : chosen.includes(one)))),
                )
              }
            />
          ))}
        </div>
      )
    case 'date':
      return (
        <DateInput
          {...field}
          value={toIsoDate(text) ?? ''}
          onChange={(day) => onAnswer(day && toBrazilianDate(day as IsoDate))}
          onUnfinished={onAnswer}
        />
      )
    case 'number':
      return (
        <TextInput
          {...field}
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          value={text}
          onChange={(event) => onAnswer(event.currentTarget.value)}
        />
      )
    case 'text':
      return (
        <Textarea
          {...field}
          autosize
          minRows={1}
          maxRows={6}
          maxLength={MAX_ANSWER_LENGTH}
          value={text}
          onChange={(event) => onAnswer(event.currentTarget.value)}
        />
      )
    default:
      return null
  }
}

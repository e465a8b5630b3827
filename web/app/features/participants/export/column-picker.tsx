import { Button, Checkbox } from '@mantine/core'
import { EXPORT_COLUMNS, EXPORT_PRESETS, type ExportColumn } from '#contract/participant-export.ts'
import { sameColumns, toggled } from './choice.ts'
import classes from './export.module.css'

interface ColumnPickerProps {
  columns: readonly ExportColumn[]
  onChange: (columns: readonly ExportColumn[]) => void
}

const GROUPS = [...new Set(EXPORT_COLUMNS.map(({ group }) => group))]

/** The presets, each one click, and every column by itself. */
export function ColumnPicker({ columns, onChange }: ColumnPickerProps) {
  return (
    <>
      <fieldset className={classes.group}>
        <legend>Modelos</legend>
        <div className={classes.presets}>
          {EXPORT_PRESETS.map(({ name, columns: own }) => {
            const chosen = sameColumns(own, columns)
            return (
              <Button
                key={name}
                radius="xl"
                variant={chosen ? 'light' : 'default'}
                aria-pressed={chosen}
                onClick={() => onChange(own)}
              >
                {name}
              </Button>
            )
          })}
        </div>
      </fieldset>
      <details className={classes.details}>
        <summary>
          Escolher colunas ({columns.length} de {EXPORT_COLUMNS.length})
        </summary>
        <div className={classes.groups}>
          {GROUPS.map((group) => (
            <fieldset key={group} className={classes.group}>
              <legend>{group}</legend>
              {EXPORT_COLUMNS.filter((column) => column.group === group).map(({ key, label }) => (
                <Checkbox
                  key={key}
                  label={label}
                  checked={columns.includes(key)}
                  onChange={(event) => onChange(toggled(columns, key, event.currentTarget.checked))}
                />
              ))}
            </fieldset>
          ))}
        </div>
      </details>
      {columns.length === 0 && <p role="alert">Escolha ao menos uma coluna.</p>}
    </>
  )
}

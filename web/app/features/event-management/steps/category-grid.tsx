import { Button, Group } from '@mantine/core'
import { IconPlus, IconStack2 } from '@tabler/icons-react'
import { useState } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { SEX, SEXES } from '#contract/documents.ts'
import { formatDecimal } from '#contract/money.ts'
import { CountField } from '#web/ui/count-field.tsx'
import { FieldRow } from '#web/ui/form-section.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useLocked } from '../event-context.tsx'
import { RouteField } from '../files/file-fields.tsx'
import type { NewCategory } from '../form/bulk-categories.ts'
import { blankCategory, type EventForm, isNew, remaining } from '../form/event-form.ts'
import { CATEGORY_COLUMNS, withPasted } from '../form/pasted-items.ts'
import { CELL, cellClasses } from '../parts/cell.ts'
import { LimitCell, MoneyField, stockWords, useFields } from '../parts/fields.tsx'
import { GridRow, ItemGrid } from '../parts/item-grid.tsx'
import { showUnread } from '../parts/show-unread.ts'
import { BulkCategoriesDialog } from './bulk-categories-dialog.tsx'
import { MergeCategories } from './merge-categories.tsx'
import { RelayFields, RelayWords } from './relay-fields.tsx'
import { RuleWords } from './rule-fields.tsx'
import classes from './steps.module.css'
import { useOrphanKits } from './use-orphan-kits.ts'

const COLUMNS = [
  { field: 'category_name', label: 'Nome da categoria' },
  { field: 'sex', label: 'Sexo' },
  { field: 'min_age', label: 'Idade mínima' },
  { field: 'max_age', label: 'Idade máxima' },
  { field: 'vacancy_limit', label: 'Limite de vagas' },
  { field: 'price', label: 'Preço' },
]
const DETAILS = ['description', 'route', 'team_size', 'team_rule', 'legs']
const TEMPLATE =
  'minmax(0, 2.4fr) minmax(0, 1.3fr) minmax(0, 0.9fr) minmax(0, 0.9fr) minmax(0, 1.2fr) minmax(0, 1.2fr)'

/** The categories of a modality, one a row. */
export function CategoryGrid({ modality }: { modality: number }) {
  const list = `modalities.${modality}.categories` as const
  const { control, getValues, setFocus } = useFormContext<EventForm>()
  const { fields, append, remove, move, replace } = useFieldArray({ control, name: list, keyName: 'key' })
  const locked = useLocked()
  const [adding, setAdding] = useState(false)
  const addAll = (categories: readonly NewCategory[]) => {
    append(
      categories.map((category) => ({ ...blankCategory(), ...category })),
      { shouldFocus: false },
    )
    setAdding(false)
  }
  const add = () => {
    const last = getValues(list).findLastIndex(({ removed }) => !removed)
    const isBlank = getValues(list)[last]?.category_name === ''
    if (isBlank) setFocus(`${list}.${last}.category_name`)
    else append(blankCategory(), { focusName: `${list}.${fields.length}.category_name` })
  }
  return (
    <section aria-label="Categorias" className={classes.rows}>
      <h4 className={classes.heading}>Categorias</h4>
      {fields.length === 0 ? (
        <p className={classes.hint}>Adicione ao menos uma: é nela que as pessoas se inscrevem.</p>
      ) : (
        <ItemGrid
          list={list}
          label="Categorias"
          count={fields.length}
          columns={COLUMNS}
          template={TEMPLATE}
          onAdd={add}
          onPaste={(at, cells) => {
            const { items, unread } = withPasted({
              items: getValues(list),
              cells,
              at,
              columns: CATEGORY_COLUMNS,
              blank: blankCategory,
            })
            replace(items)
            showUnread(unread)
          }}
        >
          {fields.map(({ category_id: id }, index) => (
            <CategoryRow
              key={id}
              path={`${list}.${index}`}
              position={{
                index,
                count: fields.length,
                onMove: (to) => move(index, to),
                onDrop: () => remove(index),
              }}
            />
          ))}
        </ItemGrid>
      )}
      <Group gap="xs">
        <Button
          variant="default"
          size="sm"
          leftSection={<IconPlus size={18} aria-hidden />}
          disabled={locked}
          onClick={() => append(blankCategory(), { focusName: `${list}.${fields.length}.category_name` })}
        >
          Adicionar categoria
        </Button>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconStack2 size={18} aria-hidden />}
          disabled={locked}
          onClick={() => setAdding(true)}
        >
          Adicionar várias
        </Button>
        <MergeCategories modality={modality} />
      </Group>
      {fields.length > 0 && (
        <p className={classes.hint}>
          Enter passa à linha de baixo. Você pode colar aqui as linhas de uma planilha.
        </p>
      )}
      <BulkCategoriesDialog
        open={adding}
        known={remaining(getValues(list)).map(({ category_name }) => category_name)}
        onAdd={addAll}
        onClose={() => setAdding(false)}
      />
    </section>
  )
}

interface CategoryRowProps {
  path: `modalities.${number}.categories.${number}`
  position: Parameters<typeof GridRow>[0]['position']
}

function CategoryRow({ path, position }: CategoryRowProps) {
  const field = useFields('categories', path)
  const { control } = useFormContext<EventForm>()
  const category = useWatch({ control, name: path })
  const orphans = useOrphanKits()
  return (
    <GridRow
      path={path}
      name={category.category_name || 'Nova categoria'}
      position={position}
      columns={COLUMNS}
      details={DETAILS}
      isBlank={isNew(category.category_id) && category.category_name === ''}
      kits={() => orphans([category])}
      summary={
        <>
          <RuleWords rule={category} />
          <span>{stockWords(category.vacancy_limit, category.held)}</span>
          {category.price && <span>{formatDecimal(category.price)}</span>}
          <RelayWords category={category} />
        </>
      }
      cells={
        <>
          <TextField
            {...field('category_name')}
            {...CELL}
            className={cellClasses.name}
            placeholder="Nome da categoria"
            autoComplete="off"
            required
          />
          <SelectField {...field('sex')} {...CELL} className={cellClasses.third}>
            <option value="">Qualquer</option>
            <option value={SEX.female}>{SEXES[SEX.female]}</option>
            <option value={SEX.male}>{SEXES[SEX.male]}</option>
          </SelectField>
          <CountField {...field('min_age')} {...CELL} className={cellClasses.third} placeholder="–" />
          <CountField {...field('max_age')} {...CELL} className={cellClasses.third} placeholder="–" />
          <LimitCell {...field('vacancy_limit')} held={category.held} />
          <MoneyField
            {...field('price')}
            {...CELL}
            className={cellClasses.half}
            description="Informativo: quem cobra é o kit"
          />
        </>
      }
    >
      <RelayFields path={path} />
      <FieldRow columns="1fr 1fr">
        <TextField {...field('description')} />
        <RouteField name={`${path}.route`} />
      </FieldRow>
    </GridRow>
  )
}

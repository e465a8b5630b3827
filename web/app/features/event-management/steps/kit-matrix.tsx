import { ActionIcon, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useFormContext, useWatch } from 'react-hook-form'
import { showToast } from '#web/ui/toast.ts'
import { useLocked } from '../event-context.tsx'
import { type EventForm, remaining } from '../form/event-form.ts'
import { categoryIds, sellsIn, withCategory } from '../form/kit-categories.ts'
import { everyCategory } from '../form/offer.ts'
import { useOpened } from '../parts/use-opened.ts'
import classes from './kit-matrix.module.css'

const NOWHERE =
  'Um produto precisa de ao menos uma categoria: desmarque só as outras. Para não vendê-lo, deixe-o inativo.'

/** In which categories each kit is sold: a table of checkboxes. */
export function KitMatrix() {
  const { control, setValue, getValues } = useFormContext<EventForm>()
  const [modalities, products] = useWatch({ control, name: ['modalities', 'products'] })
  const locked = useLocked()
  const kits = products.flatMap(({ id, name, removed, category_ids: ids }, index) =>
    removed
      ? []
      : [{ id, name: name || 'Novo produto', ids, path: `products.${index}.category_ids` as const }],
  )
  const categories = everyCategory(modalities)
  const all = categoryIds(modalities)
  const isRestricted = kits.some(({ ids }) => !all.every((id) => sellsIn(ids, id, all)))
  const { open, setOpen } = useOpened(
    kits.map(({ path }) => path),
    isRestricted,
  )
  if (kits.length === 0 || categories.length === 0) return null

  const sell = (path: (typeof kits)[number]['path'], category: string, isSold: boolean): boolean => {
    const after = withCategory(getValues(path), category, isSold, all)
    if (after) setValue(path, after, { shouldDirty: true })
    return after !== null
  }
  const races = remaining(modalities).flatMap((modality) => {
    const ids = categoryIds([modality])
    const name = modality.modality_name || 'Modalidade sem nome'
    return ids.length > 0 ? [{ id: modality.modality_id, name, ids }] : []
  })
  const refuse = () => showToast('error', NOWHERE)
  const sellEverywhere = ({ path, name }: (typeof kits)[number], isSold: boolean) => {
    // An empty list means all categories, so the first one stays as a start.
    const [first, ...others] = all
    if (!isSold && (!first || others.length === 0)) return refuse()
    setValue(path, isSold || !first ? [] : [first], { shouldDirty: true })
    if (!isSold) showToast('info', `${name} agora só é vendido na primeira categoria. Marque as que quiser.`)
  }
  return (
    <details className={classes.matrix} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        Categorias de cada produto: {isRestricted ? 'conforme a tabela' : 'todos são vendidos em todas'}
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={classes.scroll} aria-label="Categorias e produtos" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Categoria</th>
              {kits.map((kit) => (
                <th key={kit.id} scope="col">
                  <div className={classes.kit}>
                    <Check
                      label={`${kit.name}: todas as categorias`}
                      words={kit.name}
                      checked={all.every((category) => sellsIn(kit.ids, category, all))}
                      mixed
                      disabled={locked}
                      onChange={(isSold) => sellEverywhere(kit, isSold)}
                    />
                    {races.length > 1 && (
                      <WhereSold
                        kit={kit.name}
                        races={races}
                        disabled={locked}
                        onChoose={(ids) => setValue(kit.path, [...ids], { shouldDirty: true })}
                      />
                    )}
                  </div>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {categories.map(({ value: category, label }) => {
              const sold = kits.filter(({ ids }) => sellsIn(ids, category, all)).length
              return (
                <tr key={category}>
                  <th scope="row" data-unsold={sold === 0 || undefined}>
                    <Check
                      label={`${label}: todos os produtos`}
                      words={sold === 0 ? `${label} (sem produto)` : label}
                      checked={sold === kits.length}
                      mixed={sold > 0}
                      disabled={locked}
                      onChange={(isSold) => {
                        const done = kits.map(({ path }) => sell(path, category, isSold))
                        if (done.includes(false)) refuse()
                      }}
                    />
                  </th>
                  {kits.map(({ id, name, ids, path }) => (
                    <td key={id}>
                      <Check
                        label={`${name}: ${label}`}
                        checked={sellsIn(ids, category, all)}
                        disabled={locked}
                        onChange={(isSold) => sell(path, category, isSold) || refuse()}
                      />
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </section>
    </details>
  )
}

interface WhereSoldProps {
  kit: string
  races: readonly { id: number; name: string; ids: readonly string[] }[]
  disabled: boolean
  /** An empty list means all categories. */
  onChoose: (ids: readonly string[]) => void
}

/** Sells a kit in one modality only, or everywhere. */
const WhereSold = ({ kit, races, disabled, onChoose }: WhereSoldProps) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <ActionIcon color="gray" aria-label={`Onde vender ${kit}`} disabled={disabled}>
        <IconChevronDown size={18} aria-hidden />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown className={classes.where}>
      <Menu.Item onClick={() => onChoose([])}>Vender em todas</Menu.Item>
      {races.map(({ id, name, ids }) => (
        <Menu.Item key={id} onClick={() => onChoose(ids)}>
          Vender só em {name}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
)

interface CheckProps {
  label: string
  /** Shown beside the box. */
  words?: string
  checked: boolean
  /** Shown as mixed while it is not checked. */
  mixed?: boolean
  disabled: boolean
  onChange: (checked: boolean) => void
}

/** A plain checkbox that fills its cell: there may be hundreds. */
const Check = ({ label, words, checked, mixed = false, disabled, onChange }: CheckProps) => (
  <label className={classes.check}>
    <input
      type="checkbox"
      aria-label={label}
      ref={(box) => {
        if (box) box.indeterminate = mixed && !checked
      }}
      checked={checked}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
    {words}
  </label>
)

import { type CSSProperties, useId } from 'react'
import { Link } from 'react-router'
import type { State } from '#contract/city/city.ts'
import type { RacePlace } from '#contract/event/event.ts'
import { RACE_MAP_PATH } from '#web/paths.ts'
import { racesWords } from '../list/event-results.tsx'
import { type Filters, listAddress, withFilter } from '../list/filters.ts'
import brazil from './brazil.json'
import classes from './race-map.module.css'

interface RaceMapProps {
  /** At least one, with the most races first. */
  places: readonly RacePlace[]
  filters: Filters
  states: readonly State[]
}

type Box = readonly [x: number, y: number, width: number, height: number]

const SHAPES: Readonly<Record<string, { box: number[]; path: string }>> = brazil.states
/** The whole country, with its islands. */
const COUNTRY: Box = [0, 0, 2035, 1970]
/** Narrower states have no number on the map of the country. */
const LEAST_WIDTH = 200
const SHADES = 4

/**
 * The states of the country, or the cities of a state if all races are in one. The list beside the drawing has the
 * same links, so the drawing is hidden from screen readers and its links are left out of the tab order.
 */
export function RaceMap({ places, filters, states }: RaceMapProps) {
  const state = places.every((place) => place.state === places[0]?.state) ? places[0]?.state : undefined
  const nameOf = (code: string) => states.find(({ abbreviation }) => abbreviation === code)?.name ?? code
  const toCity = ({ state, name }: RacePlace) =>
    listAddress({ ...withFilter(filters, 'state', state), city: name })
  /** A state with one city has no choice to offer, so it leads to its races. */
  const toState = (code: string) => {
    const [city, another] = places.filter((place) => place.state === code)
    return city && !another ? toCity(city) : listAddress(withFilter(filters, 'state', code), RACE_MAP_PATH)
  }
  const counts = countByState(places, nameOf)
  const box = withMargin(state ? boxOf(state) : COUNTRY)
  return (
    <div className={classes.map}>
      <svg
        viewBox={box.join(' ')}
        style={{ '--size': sizeOf(box) } as CSSProperties}
        className={classes.drawing}
        aria-hidden
      >
        {Object.entries(SHAPES).map(([code, { path }]) => {
          const count = counts.get(code)
          if (state || !count)
            return <path key={code} d={path} className={code === state ? classes.shown : classes.land} />
          return (
            <Link key={code} to={toState(code)} preventScrollReset tabIndex={-1}>
              <path d={path} className={classes.state} data-shade={shadeOf(count, counts)} />
              <title>{`${nameOf(code)}: ${racesWords(count)}`}</title>
            </Link>
          )
        })}
        {state
          ? places.map((place) => (
              <Link key={place.name} to={toCity(place)} tabIndex={-1}>
                <circle {...pointOf(place)} r={radiusOf(place, box)} className={classes.city} />
                <title>{`${place.name}: ${racesWords(place.count)}`}</title>
              </Link>
            ))
          : [...counts].map(([code, count]) => <StateNumber key={code} code={code} count={count} />)}
        {state &&
          withSpace(places, box).map((place) => {
            const { cx, cy } = pointOf(place)
            return (
              <text
                key={place.name}
                x={cx}
                y={cy - radiusOf(place, box)}
                dy="-0.7em"
                className={classes.words}
              >
                {place.name}
              </text>
            )
          })}
      </svg>
      <RaceList
        title={state ? `Cidades (${state})` : 'Estados'}
        rows={
          state
            ? places.map((place) => ({ name: place.name, count: place.count, to: toCity(place) }))
            : [...counts].map(([code, count]) => ({ name: nameOf(code), count, to: toState(code) }))
        }
      />
    </div>
  )
}

function StateNumber({ code, count }: { code: string; count: number }) {
  const [x, y, width, height] = boxOf(code)
  if (width < LEAST_WIDTH) return null
  return (
    <text x={x + width / 2} y={y + height / 2} className={classes.words}>
      {count}
    </text>
  )
}

interface RaceListProps {
  title: string
  rows: readonly { name: string; count: number; to: string }[]
}

function RaceList({ title, rows }: RaceListProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classes.places}>
      <h3 id={id}>{title}</h3>
      <ul>
        {rows.map(({ name, count, to }) => (
          <li key={name}>
            <Link to={to} preventScrollReset>
              {`${name} `}
              <span className={classes.count}>{racesWords(count)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Races by state, with the most first. */
function countByState(
  places: readonly RacePlace[],
  nameOf: (code: string) => string,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { state, count } of places) counts.set(state, (counts.get(state) ?? 0) + count)
  return new Map(
    [...counts].sort(([a, ofA], [b, ofB]) => ofB - ofA || nameOf(a).localeCompare(nameOf(b), 'pt-BR')),
  )
}

/** 1 for the states with the fewest races to `SHADES` for the one with the most, on a logarithmic scale. */
function shadeOf(count: number, counts: ReadonlyMap<string, number>): number {
  const most = Math.max(...counts.values())
  return most === 1 ? SHADES : 1 + Math.round((Math.log(count) / Math.log(most)) * (SHADES - 1))
}

const boxOf = (state: string): Box => (SHAPES[state]?.box as unknown as Box | undefined) ?? COUNTRY

const sizeOf = ([, , width, height]: Box): number => Math.max(width, height)

const withMargin = (box: Box): Box => {
  const [x, y, width, height] = box
  const margin = sizeOf(box) / 20
  return [x - margin, y - margin, width + 2 * margin, height + 2 * margin]
}

const pointOf = ({ latitude, longitude }: RacePlace) => ({
  cx: Math.round((longitude - brazil.west) * brazil.unitsPerDegree.longitude),
  cy: Math.round((brazil.north - latitude) * brazil.unitsPerDegree.latitude),
})

/** The area grows with the number of races. */
const radiusOf = ({ count }: RacePlace, box: Box): number =>
  (sizeOf(box) / 60) * Math.min(4, Math.sqrt(count))

/** The places whose names do not cover that of a place with more races. */
function withSpace(places: readonly RacePlace[], box: Box): RacePlace[] {
  const size = sizeOf(box)
  const named: RacePlace[] = []
  for (const place of places) {
    const { cx, cy } = pointOf(place)
    const isCovered = named.some((other) => {
      const at = pointOf(other)
      return Math.abs(at.cx - cx) < size / 4 && Math.abs(at.cy - cy) < size / 18
    })
    if (!isCovered) named.push(place)
  }
  return named
}

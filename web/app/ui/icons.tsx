import type { ComponentType } from 'react'
import drawings from './icons.svg?no-inline'

/* The icons of public pages, in one cached file, so that neither scripts nor HTML contain their paths. `node
   scripts/icons.ts` generates it from the names below. */

interface IconProps {
  size?: number
  className?: string
  'aria-hidden'?: boolean
}

export type IconType = ComponentType<IconProps>

export const drawing = (name: string): string => `${drawings}#${name}`

const icon =
  (name: string): IconType =>
  ({ size = 24, ...props }) => (
    // biome-ignore lint/a11y/noSvgWithoutTitle: beside words, or in a button with a label
    <svg width={size} height={size} {...props}>
      <use href={drawing(name)} />
    </svg>
  )

export const IconAdjustmentsHorizontal = icon('adjustments-horizontal')
export const IconAlertTriangle = icon('alert-triangle')
export const IconArrowLeft = icon('arrow-left')
export const IconBan = icon('ban')
export const IconBrandInstagram = icon('brand-instagram')
export const IconCalendar = icon('calendar')
export const IconCalendarEvent = icon('calendar-event')
export const IconCalendarPlus = icon('calendar-plus')
export const IconChevronDown = icon('chevron-down')
export const IconChevronLeft = icon('chevron-left')
export const IconChevronRight = icon('chevron-right')
export const IconCircleCheck = icon('circle-check')
export const IconCircleX = icon('circle-x')
export const IconClock = icon('clock')
export const IconFileText = icon('file-text')
export const IconFlame = icon('flame')
export const IconHourglassHigh = icon('hourglass-high')
export const IconInfoCircle = icon('info-circle')
export const IconLock = icon('lock')
export const IconMail = icon('mail')
export const IconMapPin = icon('map-pin')
export const IconMenu2 = icon('menu-2')
export const IconMessageCircle = icon('message-circle')
export const IconMessageFilled = icon('message-filled')
export const IconMoon = icon('moon')
export const IconPackage = icon('package')
export const IconPhone = icon('phone')
export const IconRefresh = icon('refresh')
export const IconRotate = icon('rotate')
export const IconRoute = icon('route')
export const IconSearch = icon('search')
export const IconShare2 = icon('share-2')
export const IconSun = icon('sun')
export const IconTicket = icon('ticket')
export const IconTrophy = icon('trophy')
export const IconUsersGroup = icon('users-group')
export const IconWifiOff = icon('wifi-off')
export const IconWorld = icon('world')
export const IconX = icon('x')

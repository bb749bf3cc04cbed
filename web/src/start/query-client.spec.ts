/** Checks that an action without a connection fails at once and is never carried out later by itself. */
import { onlineManager } from "@tanstack/react-query";
import { afterEach, expect, it } from "vitest";
import { createQueryClient } from "./query-client.ts";

afterEach(() => onlineManager.setOnline(true));

it("tries at once without a connection, and does not try again when connected", async () => {
  const client = createQueryClient();
  let tries = 0;
  const fail = async () => {
    tries += 1;
    throw new Error("no connection");
  };
  onlineManager.setOnline(false);
  const pressed = client.getMutationCache().build(client, { mutationFn: fail });
  await expect(pressed.execute(undefined)).rejects.toThrow("no connection");
  expect(pressed.state).toMatchObject({ status: "error", isPaused: false });
  await expect(client.fetchQuery({ queryKey: ["read"], queryFn: fail })).rejects.toThrow("no connection");

  onlineManager.setOnline(true);
  await client.resumePausedMutations();
  expect(tries).toBe(2);
});

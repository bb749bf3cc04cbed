/** The venue's own words: the headline, what it says of itself, questions with answers, and guidelines. */
import { useFieldArray } from "react-hook-form";
import { useVenue } from "../../format/venue.ts";
import { aboutOf, headlineOf } from "../../format/venue-words.ts";
import { AreaField, TextField } from "../../ui/field.tsx";
import { Group, type GroupProps, LINE, Rows } from "./field-group.tsx";

const MOST_QUESTIONS = 30;

export function WordFields({ settings }: GroupProps) {
  const { field } = settings;
  const venue = useVenue();
  const usual = { ...venue, headline: "", about: null };
  return (
    <Group
      title="Words"
      id="words"
      note="What you leave empty is made of your rooms and terms, and follows them."
    >
      <TextField
        {...field("headline")}
        {...LINE}
        label="Headline of the front page"
        placeholder={headlineOf(usual).lines.join(" ")}
      />
      <TextField
        {...field("about.title")}
        {...LINE}
        label="About: title"
        placeholder={aboutOf(usual).title}
      />
      <AreaField
        density="dense"
        {...field("about.text")}
        label="About: text"
        rows={6}
        placeholder={aboutOf(usual).paragraphs.join("\n\n")}
        hint="An empty line begins a new paragraph."
      />
      <AreaField
        density="dense"
        {...field("guidelines")}
        label="Guidelines for a visit"
        rows={5}
        hint="One per line, in the Help Center."
      />
      <QuestionRows settings={settings} />
    </Group>
  );
}

function QuestionRows({ settings: { form, field } }: GroupProps) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: "questions" });
  return (
    <Rows
      title="Questions and answers"
      of="question"
      rows={fields}
      most={MOST_QUESTIONS}
      rowClass="sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto]"
      row={(at) => (
        <>
          <TextField {...field(`questions.${at}.question`)} {...LINE} label="Question" />
          <AreaField density="dense" {...field(`questions.${at}.answer`)} label="Answer" rows={2} />
        </>
      )}
      onAdd={() => append({ question: "", answer: "" }, { shouldFocus: false })}
      onRemove={remove}
    >
      {fields.length === 0 && (
        <p className="text-sm text-muted">
          None of your own: the Help Center answers the eight usual ones by your terms.
        </p>
      )}
    </Rows>
  );
}

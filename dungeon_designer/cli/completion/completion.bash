# Completion of dungeon-designer in bash. In ~/.bashrc: eval "$(dungeon-designer completion bash)"
_dungeon_designer_completion() {
    local IFS=$'\n' kind text
    COMPREPLY=()
    while IFS=, read -r kind text; do
        COMPREPLY+=("$text")
        [[ $kind == plain ]] || compopt -o filenames 2>/dev/null
        [[ $text != */ ]] || compopt -o nospace 2>/dev/null
    done < <(env COMP_WORDS="${COMP_WORDS[*]}" COMP_CWORD="$COMP_CWORD" \
        _DUNGEON_DESIGNER_COMPLETE=bash_complete "$1" 2>/dev/null)
}
complete -o nosort -F _dungeon_designer_completion dungeon-designer 2>/dev/null ||
    complete -F _dungeon_designer_completion dungeon-designer
